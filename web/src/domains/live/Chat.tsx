// The chat of a room. Who runs it hides messages and mutes people.
import { type LiveEntered, type LiveMsg, liveRoom } from '@shuyuan/contract/live/room.ts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './live.module.css'

const LIMIT = 300
/** Nearer to the end than this, the newest message stays in sight. */
const NEAR = 80

function Message({ msg, room }: { msg: LiveMsg; room: LiveEntered }) {
  const hide = useCommand(liveRoom.hide)
  const mute = useCommand(liveRoom.mute, { onDone: (_done, { muted }) => notify.success(muted ? t('已禁言') : t('已解除禁言')) })
  return (
    <li data-hidden={msg.hidden || undefined}>
      <b>
        {msg.realName}
        {msg.isHost && <span className={styles.hostMark}>{t('主讲')}</span>}
      </b>
      <time>{msg.createTime.slice(11, 16)}</time>
      <p>{msg.content}</p>
      {room.isHost && (
        <footer>
          <button type="button" onClick={() => hide.mutate({ id: room.id, msgId: msg.id, hidden: !msg.hidden })}>
            {msg.hidden ? t('恢复显示') : t('隐藏')}
          </button>
          {!msg.isHost && (
            <>
              <button type="button" onClick={() => mute.mutate({ id: room.id, userId: msg.userId, muted: true })}>
                {t('禁言')}
              </button>
              <button type="button" onClick={() => mute.mutate({ id: room.id, userId: msg.userId, muted: false })}>
                {t('解除禁言')}
              </button>
            </>
          )}
        </footer>
      )}
    </li>
  )
}

function Writer({ room }: { room: LiveEntered }) {
  const [content, setContent] = useState('')
  const say = useCommand(liveRoom.say, { onDone: () => setContent('') })
  const isClosed = !room.isHost && (!room.chat || room.muted || room.phase === 'ended')
  const hint = room.muted ? t('您已被禁言') : isClosed ? t('聊天已关闭') : t('说点什么…')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (content.trim() !== '') say.mutate({ id: room.id, content: content.trim() })
  }
  return (
    <form className={styles.writer} onSubmit={send}>
      <input
        aria-label={t('发言内容')}
        placeholder={hint}
        maxLength={LIMIT}
        value={content}
        disabled={isClosed}
        onChange={(event) => setContent(event.target.value)}
      />
      <button
        type="submit"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
        disabled={isClosed || say.isPending || content.trim() === ''}
      >
        {t('发送')}
      </button>
    </form>
  )
}

export function Chat({ room }: { room: LiveEntered }) {
  const { data = [] } = useCall(liveRoom.chat, { id: room.id }, { quiet: true })
  const list = useRef<HTMLOListElement>(null)
  const messages = room.isHost ? data : data.filter((one) => !one.hidden)
  useEffect(() => {
    const box = list.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR + box.clientHeight) box.scrollTop = box.scrollHeight
  })
  return (
    <section className={styles.chat} aria-label={t('聊天')}>
      <ol ref={list} aria-live="polite">
        {messages.map((msg) => (
          <Message key={msg.id} msg={msg} room={room} />
        ))}
        {messages.length === 0 && <li className={styles.quiet}>{t('还没有人发言')}</li>}
      </ol>
      <Writer room={room} />
    </section>
  )
}
