// The time axis of a replay: what was recorded when, and a lane for each kind of event; a click goes there.
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Slider, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { clockText, type Lane, type Mark, type Replay } from './axis.ts'
import styles from './evidence.module.css'

type AxisViewProps = { replay: Replay; marks: readonly Mark[]; atMs: number; onSeek: (ms: number) => void }
type Place = { left: string; width: string }
const spanOf = (from: number, to: number): Place => ({ left: `${from}%`, width: `${to - from}%` })
/** A place without length: as a whole within the lane, also at its ends. */
const pointAt = (percent: number) => ({ left: `${percent}%`, translate: `-${percent}% 0` })

const PICTURE_HEIGHT = 96
const lanes = { leave: '切屏', capture: '抓拍', signal: '异常信号', event: '其他事件' } as const satisfies Record<Lane, string>
const laneOrder = ['signal', 'leave', 'capture', 'event'] as const satisfies Lane[]

export function AxisView({ replay, marks, atMs, onSeek }: AxisViewProps) {
  const { tracks, endMs, marks: noted, answers, speech } = replay
  const share = (ms: number) => (Math.max(0, Math.min(endMs, ms)) / Math.max(1, endMs)) * 100
  const placeOf = (fromMs: number, toMs: number) => spanOf(share(fromMs), share(toMs))
  const hasSound = tracks.some((track) => track.sound)
  return (
    <div className={styles.axis}>
      {tracks.map(({ track, parts, holes }) => (
        <LaneRow key={track} title={tLabel(recordTrack[track])}>
          {parts.map((part) => (
            <i key={`${part.id}/${part.stretch}`} data-kind="part" style={placeOf(part.fromMs, part.toMs)} />
          ))}
          {holes.map((hole) => (
            <Spot
              key={hole.fromMs}
              kind="hole"
              place={placeOf(hole.fromMs, hole.toMs)}
              title={t('没有录制：{{from}} 至 {{to}}', { from: clockText(hole.fromMs), to: clockText(hole.toMs) })}
              onClick={() => onSeek(hole.fromMs)}
            />
          ))}
        </LaneRow>
      ))}
      {hasSound && (
        <LaneRow title={tLabel('说话声')}>
          {speech.map(({ fromMs, toMs }) => (
            <Spot
              key={fromMs}
              kind="speech"
              place={placeOf(fromMs, toMs)}
              title={t('该时段可能有人说话：{{from}} 至 {{to}}', { from: clockText(fromMs), to: clockText(toMs) })}
              onClick={() => onSeek(fromMs)}
            />
          ))}
        </LaneRow>
      )}
      <LaneRow title={t('作答')} label={t('答案保存的时刻，共 {{n}} 次', { n: answers.length })}>
        {answers.map((ms) => (
          <i key={ms} data-kind="answer" style={pointAt(share(ms))} />
        ))}
      </LaneRow>
      {laneOrder.map((lane) => (
        <EventLane key={lane} lane={lane} marks={marks.filter((one) => one.lane === lane)} share={share} onSeek={onSeek} />
      ))}
      <LaneRow title={t('人工标记')}>
        {noted.map((one) => (
          <Spot
            key={one.id}
            kind="noted"
            place={placeOf(one.fromMs, one.toMs)}
            title={`${clockText(one.fromMs)} ${one.label}`}
            onClick={() => onSeek(one.fromMs)}
          />
        ))}
      </LaneRow>
      <div className={styles.lane}>
        <span>{clockText(atMs)}</span>
        <Slider
          min={0}
          max={Math.max(1, endMs)}
          step={1_000}
          value={atMs}
          onChange={onSeek}
          tooltip={{ formatter: (value) => clockText(value ?? 0) }}
          className={styles.slider}
          ariaLabelForHandle={t('播放位置')}
        />
      </div>
    </div>
  )
}

/** @param label what the lane says where its places cannot be pressed */
function LaneRow({ title, label, children }: { title: string; label?: string; children: ReactNode }) {
  return (
    <div className={styles.lane}>
      <span>{title}</span>
      <div {...(label === undefined ? {} : { role: 'img', 'aria-label': label, title: label })}>{children}</div>
    </div>
  )
}

type SpotProps = { kind: string; place: Partial<Place>; title: string; image?: string; onClick: () => void }

function Spot({ kind, place, title, image = '', onClick }: SpotProps) {
  const button = <button type="button" data-kind={kind} style={place} aria-label={title} onClick={onClick} />
  const shown =
    image === '' ? (
      title
    ) : (
      <figure className={styles.look}>
        <img src={image} alt="" height={PICTURE_HEIGHT} />
        <figcaption>{title}</figcaption>
      </figure>
    )
  return <Tooltip title={shown}>{button}</Tooltip>
}

type EventLaneProps = {
  lane: Lane
  marks: readonly Mark[]
  share: (ms: number) => number
  onSeek: (ms: number) => void
}

function EventLane({ lane, marks, share, onSeek }: EventLaneProps) {
  return (
    <LaneRow title={t(lanes[lane])}>
      {marks.map((mark) => (
        <Spot
          key={mark.id}
          kind={lane}
          place={mark.fromMs < mark.atMs ? spanOf(share(mark.fromMs), share(mark.atMs)) : pointAt(share(mark.atMs))}
          title={`${clockText(mark.fromMs)} ${mark.title}`}
          image={mark.image}
          onClick={() => onSeek(mark.fromMs)}
        />
      ))}
    </LaneRow>
  )
}
