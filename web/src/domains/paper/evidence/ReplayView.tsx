// A recording with its axis, its events, and who has watched it.
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { Alert, Button, Card, Flex, Image, Segmented, Tabs, Typography } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { clockText, type Mark, marksOf, nextSignal, type Replay } from './axis.ts'
import { AxisView } from './AxisView.tsx'
import { lookAt } from './look.ts'
import { MarkButton, ReviewPanel } from './ReviewPanel.tsx'
import { TrackView } from './TrackView.tsx'
import { type Playback, rates, usePlayback } from './usePlayback.ts'
import { ViewList } from './ViewList.tsx'
import styles from './evidence.module.css'

const STEP_MS = 10_000

/** ← → ten seconds, J L speed, [ ] signals, space plays; not inside of a field. */
function useReplayKeys({ atMs, seek, toggle, faster }: Playback, marks: readonly Mark[]) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [role="slider"], [role="tab"], button, a')) return
    const jump = (forward: boolean) => seek(nextSignal(marks, atMs, forward)?.atMs ?? atMs)
    const acts: Record<string, () => void> = {
      ArrowLeft: () => seek(atMs - STEP_MS),
      ArrowRight: () => seek(atMs + STEP_MS),
      j: () => faster(-1),
      l: () => faster(1),
      '[': () => jump(false),
      ']': () => jump(true),
      ' ': toggle,
    }
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

type TimelineEvent = Data<typeof timeline.list>['events'][number]

/** A signal of the camera is a time to look at; other events are named, with the message to the candidate. */
function titleOf(event: TimelineEvent): string {
  const look = lookAt(event)
  if (look !== undefined) return t(look)
  const kind = tLabel(event.kind_dictText)
  return event.message === '' ? kind : `${kind}：${event.message}`
}

type ReplayViewProps = {
  replay: Replay
  /** begins with the newest picture */
  beginsLive?: boolean
  /** the newest picture is followed, or no longer */
  onLive?: (isLive: boolean) => void
}

export function ReplayView({ replay, beginsLive = false, onLive }: ReplayViewProps) {
  const playback = usePlayback(replay, beginsLive)
  const { isLive } = playback
  const tellLive = useEffectEvent((live: boolean) => onLive?.(live))
  useEffect(() => tellLive(isLive), [isLive])
  const events = useCall(timeline.list, { paperId: replay.paperId }, { quiet: true })
  const marks = marksOf(events.data?.events ?? [], replay.zero, titleOf)
  useReplayKeys(playback, marks)
  const { atMs, seek, isPlaying, toggle, rate, setRate } = playback
  const jump = (forward: boolean) => seek(nextSignal(marks, atMs, forward)?.atMs ?? atMs)
  return (
    <Flex vertical gap="middle">
      <Card size="small">
        <div className={styles.tracks}>
          {replay.tracks.map((track) => (
            <TrackView key={track.track} track={track} playback={playback} />
          ))}
        </div>
        <Flex wrap gap="small" align="center" className={styles.tools}>
          <Button onClick={toggle}>{isPlaying ? t('暂停') : t('播放')}</Button>
          {replay.state === RecordState.recording && (
            <Button onClick={() => playback.follow()}>{isLive ? t('停止跟随') : tLabel('跟随最新画面')}</Button>
          )}
          <Button onClick={() => seek(atMs - STEP_MS)}>{t('后退 10 秒')}</Button>
          <Button onClick={() => seek(atMs + STEP_MS)}>{t('前进 10 秒')}</Button>
          <Button onClick={() => jump(false)}>{t('上一个信号')}</Button>
          <Button onClick={() => jump(true)}>{t('下一个信号')}</Button>
          <Segmented
            aria-label={t('播放速度')}
            value={rate}
            onChange={(value) => setRate(value)}
            options={rates.map((value) => ({ value, label: `${value}×` }))}
          />
          <MarkButton replay={replay} atMs={atMs} />
          <Typography.Text type="secondary" className={styles.keys}>
            {t('键盘：← → 10 秒，J L 变速，[ ] 信号，空格播放')}
          </Typography.Text>
        </Flex>
        <AxisView replay={replay} marks={marks} atMs={atMs} onSeek={seek} />
      </Card>
      <Alert type="info" showIcon title={t('系统提示仅供参考，是否违规由复核人判断。您的每次查看都会被记录。')} />
      <Card size="small">
        <Tabs
          items={[
            { key: 'review', label: t('复核与标记'), children: <ReviewPanel replay={replay} onSeek={seek} /> },
            { key: 'events', label: t('时间线'), children: <EventList marks={marks} onSeek={seek} /> },
            ...(can(['paper:evidence:audit'])
              ? [{ key: 'views', label: t('查看记录'), children: <ViewList paperId={replay.paperId} /> }]
              : []),
          ]}
        />
      </Card>
    </Flex>
  )
}

function EventList({ marks, onSeek }: { marks: readonly Mark[]; onSeek: (ms: number) => void }) {
  return (
    <ol className={styles.events}>
      {marks.map((mark) => (
        <li key={mark.id} data-signal={mark.isSignal}>
          {mark.image !== '' && <Image src={mark.image} alt={mark.title} height={72} />}
          <Button type="link" size="small" onClick={() => onSeek(mark.fromMs)}>
            {clockText(mark.fromMs)}
          </Button>
          <span>{mark.title}</span>
        </li>
      ))}
    </ol>
  )
}
