// The questions in a video on a line below its player: placed by a click, moved with the mouse or the keyboard.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, Suspense, useRef, useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { questionTitle } from '../../../../shared/question-title.ts'
import { lengthText } from '../../file/file-labels.ts'
import { FilePreview } from '../../file/FilePreview.tsx'
import { SecondsInput } from '../../file/SecondsInput.tsx'
import { courseTools } from '../course-tools.ts'
import type { Stop } from './board.ts'
import { lengthOfLine, MOST_STOPS, movedStop, placed } from './stop-line.ts'
import styles from './stop-line.module.css'

/** 0 is shown, too. */
const timeText = (seconds: number) => lengthText(seconds) || '0:00'
const FAR_SEC = 10

type StopLineProps = { fileId: string; isFilm: boolean; duration: number; stops: readonly Stop[]; onChange: (stops: Stop[]) => void }

export function StopLine({ fileId, isFilm, duration, stops, onChange }: StopLineProps) {
  const [atSec, setAtSec] = useState(0)
  const [picking, setPicking] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const { StopPicker, StopsSkipped } = courseTools.use()
  const length = lengthOfLine(duration, stops)
  const media = () => stage.current?.querySelector<HTMLMediaElement>('video, audio') ?? undefined
  const go = (seconds: number) => {
    setAtSec(seconds)
    const film = media()
    if (film) film.currentTime = seconds
  }
  const pick = () => {
    media()?.pause()
    setPicking(true)
  }
  return (
    <div className={styles.line}>
      {can(['course:file:list']) && (
        <div
          ref={stage}
          {...(isFilm && { className: styles.film })}
          onTimeUpdateCapture={(event) => setAtSec(Math.floor((event.target as HTMLMediaElement).currentTime))}
        >
          <Film id={fileId} />
        </div>
      )}
      <Track length={length} atSec={atSec} stops={stops} onGo={go} onMove={(at, to) => onChange(movedStop(stops, at, to, duration))} />
      <div className={styles.add}>
        <Button type="primary" icon={<PlusOutlined />} disabled={!StopPicker || stops.length >= MOST_STOPS} onClick={pick}>
          {t('在 {{time}} 插入试题', { time: timeText(atSec) })}
        </Button>
        <small>{t('播放到这一秒时暂停，学员回答后才能继续；答完所有插题，课件才算学完')}</small>
      </div>
      {StopsSkipped && stops.length > 0 && (
        <Suspense fallback={null}>
          <StopsSkipped stops={stops} />
        </Suspense>
      )}
      <ol className={styles.stops} aria-label={t('插题')}>
        {stops.map((one, at) => (
          <li key={one.quId + String(one.atSec)}>
            <SecondsInput
              size="small"
              value={one.atSec}
              wrong={duration > 0 && one.atSec >= duration}
              label={t('第{{n}}道插题的时间', { n: at + 1 })}
              onChange={(to) => onChange(movedStop(stops, at, to, duration))}
            />
            <span>{questionTitle(one.title ?? '')}</span>
            <Button size="small" type="text" onClick={() => go(one.atSec)}>
              {t('跳到')}
            </Button>
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('移除第{{n}}道插题', { n: at + 1 })}
              onClick={() => onChange(stops.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ol>
      {StopPicker && picking && (
        <Suspense fallback={null}>
          <StopPicker
            open
            excludes={stops.map((one) => one.quId)}
            most={MOST_STOPS - stops.length}
            onClose={() => setPicking(false)}
            onPick={(picked) => onChange(placed(stops, picked, atSec, duration))}
          />
        </Suspense>
      )}
    </div>
  )
}

function Film({ id }: { id: string }) {
  const { data, error, refetch } = useCall(courseFile.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return <FilePreview file={data} />
}

type TrackProps = {
  length: number
  atSec: number
  stops: readonly Stop[]
  onGo: (seconds: number) => void
  onMove: (at: number, to: number) => void
}

/** Seconds that a key moves by; undefined: it moves nothing. */
function movedBy(key: string, atSec: number, length: number): number | undefined {
  const by: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -FAR_SEC,
    PageUp: FAR_SEC,
    Home: -atSec,
    End: length - 1 - atSec,
  }
  return by[key]
}

function Track({ length, atSec, stops, onGo, onMove }: TrackProps) {
  const bar = useRef<HTMLDivElement>(null)
  const secondAt = ({ clientX }: { clientX: number }) => {
    const { left, width } = bar.current!.getBoundingClientRect()
    return Math.max(0, Math.min(length - 1, Math.floor(((clientX - left) / Math.max(1, width)) * length)))
  }
  const press = (event: KeyboardEvent) => {
    const by = movedBy(event.key, atSec, length)
    if (by === undefined) return
    event.preventDefault()
    onGo(Math.max(0, Math.min(length - 1, atSec + by)))
  }
  return (
    <div className={styles.track}>
      <div
        ref={bar}
        className={styles.bar}
        role="slider"
        tabIndex={0}
        aria-label={t('视频的时间线，选择插入的时间')}
        aria-valuemin={0}
        aria-valuemax={length - 1}
        aria-valuenow={Math.min(atSec, length - 1)}
        aria-valuetext={timeText(atSec)}
        onClick={(event) => onGo(secondAt(event))}
        onKeyDown={press}
      >
        <span className={styles.now} style={{ insetInlineStart: `${(atSec / length) * 100}%` }} aria-hidden />
      </div>
      {stops.map((one, at) => (
        <Marker key={one.quId} stop={one} number={at + 1} length={length} secondAt={secondAt} onMove={(to) => onMove(at, to)} onGo={onGo} />
      ))}
      <div className={styles.ends} aria-hidden>
        <span>0:00</span>
        <span>{timeText(atSec)}</span>
        <span>{timeText(length)}</span>
      </div>
    </div>
  )
}

type MarkerProps = {
  stop: Stop
  number: number
  length: number
  secondAt: (event: { clientX: number }) => number
  onMove: (to: number) => void
  onGo: (seconds: number) => void
}

function Marker({ stop: { atSec, title = '' }, number, length, secondAt, onMove, onGo }: MarkerProps) {
  const [dragged, setDragged] = useState<number>()
  // on a busy page the drag may end before React has drawn its last place
  const last = useRef<number>(undefined)
  const drag = (to: number | undefined) => {
    last.current = to
    setDragged(to)
  }
  const shown = dragged ?? atSec
  const press = (event: KeyboardEvent) => {
    const by = movedBy(event.key, atSec, length)
    if (by === undefined) return
    event.preventDefault()
    onMove(Math.max(0, Math.min(length - 1, atSec + by)))
  }
  const follow = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(secondAt(event))
  }
  const drop = () => {
    const to = last.current ?? atSec
    if (to === atSec) onGo(atSec)
    else onMove(to)
    drag(undefined)
  }
  return (
    <button
      type="button"
      className={styles.marker}
      style={{ insetInlineStart: `${(shown / length) * 100}%` }}
      role="slider"
      aria-label={t('第{{n}}道插题：{{title}}', { n: number, title: questionTitle(title) })}
      aria-valuemin={0}
      aria-valuemax={length - 1}
      aria-valuenow={shown}
      aria-valuetext={timeText(shown)}
      title={`${timeText(shown)} ${questionTitle(title)}`}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={() => drag(undefined)}
    >
      {number}
    </button>
  )
}
