// A live file in its course: the wait, the broadcast with chat, and its end. The replay takes its place.
import { livePhase, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import type { LiveEntered } from '@shuyuan/contract/live/room.ts'
import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { Tag, type Tone } from '../../kernel/piece/Tag.tsx'
import { Chat } from './Chat.tsx'
import { LivePicture } from './LivePicture.tsx'
import { minutesText, waitText } from './live-labels.ts'
import { useRoom } from './useRoom.ts'
import styles from './live.module.css'

const SECOND = 1_000
export const phaseTone: Record<LiveEntered['phase'], Tone> = { waiting: 'info', live: 'bad', ended: 'plain', replay: 'good' }

/** Milliseconds until the start, by the server's clock as of the answer. */
function useWait(leftMs: number): number {
  const [until] = useState(() => Date.now() + leftMs)
  const [left, setLeft] = useState(leftMs)
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function Wait({ room }: { room: LiveEntered }) {
  const left = useWait(room.leftMs)
  return (
    <div className={styles.wait}>
      {room.cover !== '' && <img src={room.cover} alt="" />}
      <div>
        <b>{left > 0 ? t('距离开始还有 {{time}}', { time: waitText(left) }) : t('等待主讲人开始直播…')}</b>
        <p>
          {room.startTime.slice(0, 16)} – {room.endTime.slice(11, 16)} · {t('主讲：{{name}}', { name: room.teacherId_dictText })}
        </p>
        <small>{t('开始后画面会自动出现，请不要关闭本页')}</small>
      </div>
    </div>
  )
}

function Over({ room }: { room: LiveEntered }) {
  const text =
    room.replayState === ReplayState.making
      ? t('直播已结束，回放正在生成…')
      : room.beganAt === null
        ? t('这场直播没有进行')
        : t('直播已结束，没有回放')
  return (
    <div className={styles.wait}>
      <div>
        <b>{text}</b>
        {room.sec > 0 && <p>{t('您参加了 {{time}}', { time: minutesText(room.sec) })}</p>}
      </div>
    </div>
  )
}

type LiveLessonProps = {
  courseId: string
  fileId: string
  /** the time that counts for the course has changed, or the replay is there */
  onChange: () => void
  /** what follows the end of the broadcast, from a domain above this one */
  After?: ComponentType<{ roomId: string }>
}

export function LiveLesson({ courseId, fileId, onChange, After }: LiveLessonProps) {
  const { room, error, refetch } = useRoom({ courseId, fileId })
  const change = useEffectEvent(onChange)
  const isFinished = room?.finished === true
  const isReplay = room?.phase === 'replay'
  useEffect(() => {
    if (isFinished || isReplay) change()
  }, [isFinished, isReplay])
  if (!room) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  return (
    <div className={styles.live}>
      <div className={styles.lesson}>
        <div className={styles.show}>
          {room.phase === 'live' ? (
            <LivePicture source={room.source} title={room.title} />
          ) : room.phase === 'waiting' ? (
            <Wait key={room.startTime} room={room} />
          ) : (
            <Over room={room} />
          )}
          <footer className={styles.facts}>
            <Tag tone={phaseTone[room.phase]}>{tLabel(livePhase[room.phase])}</Tag>
            {room.phase === 'live' && <span>{t('{{n}} 人在看', { n: room.viewers })}</span>}
            {room.sec > 0 && <span>{t('已参加 {{time}}', { time: minutesText(room.sec) })}</span>}
          </footer>
          {After && room.beganAt !== null && (room.phase === 'ended' || isReplay) && (
            <div className={styles.after}>
              <Suspense>
                <After roomId={room.id} />
              </Suspense>
            </div>
          )}
          {room.content !== '' && <p className={styles.intro}>{room.content}</p>}
        </div>
        <Chat room={room} />
      </div>
    </div>
  )
}
