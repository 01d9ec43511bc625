// Back office: a live room for who broadcasts, and for colleagues who watch.
import { livePhase, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { type LiveEntered, liveRoom } from '@shuyuan/contract/live/room.ts'
import { Button, InputNumber, Switch, Tag, Typography } from 'antd'
import { Link, useParams } from 'react-router'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import { CastPanel } from '../cast/CastPanel.tsx'
import { Chat } from '../Chat.tsx'
import { CloudPanel } from '../CloudPanel.tsx'
import { LivePicture } from '../LivePicture.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { phaseColours } from '../live-labels.ts'
import { useRoom } from '../useRoom.ts'
import styles from '../live.module.css'

const MOST_PACE = 600

function ChatRules({ room }: { room: LiveEntered }) {
  const set = useCommand(liveRoom['chat-rule'], { refresh: [liveRoom.enter], inTurn: 'live.chat-rule' })
  const { id, chat, paceSec } = room
  return (
    <div className={styles.chatRules}>
      <Switch aria-label={t('聊天')} checked={chat} onChange={(on) => set.mutate({ id, chat: on, paceSec })} />
      <span>{t('聊天')}</span>
      <span className={styles.pace}>{t('发言间隔')}</span>
      <InputNumber
        aria-label={t('发言间隔')}
        min={0}
        max={MOST_PACE}
        value={paceSec}
        suffix={t('秒')}
        style={{ width: 120 }}
        onChange={(sec) => set.mutate({ id, chat, paceSec: sec ?? 0 })}
      />
    </div>
  )
}

function Show({ room }: { room: LiveEntered }) {
  if (room.phase === 'ended' || room.phase === 'replay')
    return (
      <div className={styles.wait}>
        <div>
          <b>{t('直播已结束')}</b>
          {room.replayState === ReplayState.making && <p>{t('回放正在生成…')}</p>}
          {room.replayError !== '' && (
            <p>
              {room.replayState === ReplayState.failed ? t('回放生成失败：{{reason}}', { reason: room.replayError }) : room.replayError}
            </p>
          )}
        </div>
      </div>
    )
  if (!room.isHost)
    return room.phase === 'live' ? (
      <LivePicture source={room.source} title={room.title} />
    ) : (
      <div className={styles.wait}>
        <b>{t('等待主讲人开始直播…')}</b>
      </div>
    )
  return room.provider === 'local' ? <CastPanel room={room} /> : <CloudPanel room={room} />
}

export default function LiveRoomPage() {
  const { id = '' } = useParams()
  const { room, error, refetch } = useRoom({ id })
  usePageSubject(room?.title)
  if (!room) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  return (
    <div>
      <header className={styles.roomHead}>
        <h1>{room.title}</h1>
        <Tag color={phaseColours[room.phase]}>{tLabel(livePhase[room.phase])}</Tag>
        <Typography.Text type="secondary">
          {room.startTime.slice(0, 16)} – {room.endTime.slice(11, 16)} · {t('主讲：{{name}}', { name: room.teacherId_dictText })}
        </Typography.Text>
        {room.phase === 'live' && <span>{t('{{n}} 人在看', { n: room.viewers })}</span>}
        <Link to={`/admin/course/live/attendance/${id}`}>
          <Button>{t('参加名单')}</Button>
        </Link>
      </header>
      <div className={styles.host}>
        <div className={classes(panelStyles.panel, styles.show)} style={{ overflow: 'hidden' }}>
          <Show room={room} />
        </div>
        <div className={classes(panelStyles.panel, styles.hostChat)}>
          {room.isHost && <ChatRules room={room} />}
          <Chat room={room} />
        </div>
      </div>
    </div>
  )
}
