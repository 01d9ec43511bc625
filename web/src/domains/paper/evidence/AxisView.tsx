// The time axis of a replay: what was recorded when, signals and other events; a click goes there.
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Slider } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { clockText, type Mark, type Replay } from './axis.ts'
import styles from './evidence.module.css'

type AxisViewProps = { replay: Replay; marks: readonly Mark[]; atMs: number; onSeek: (ms: number) => void }

export function AxisView({ replay: { tracks, endMs, marks: noted }, marks, atMs, onSeek }: AxisViewProps) {
  const share = (ms: number) => `${(Math.max(0, Math.min(endMs, ms)) / Math.max(1, endMs)) * 100}%`
  const width = (fromMs: number, toMs: number) => `${((Math.min(endMs, toMs) - Math.max(0, fromMs)) / Math.max(1, endMs)) * 100}%`
  const lanes = [
    { title: t('异常信号'), list: marks.filter((one) => one.isSignal), kind: 'signal' },
    { title: t('其他事件'), list: marks.filter((one) => !one.isSignal), kind: 'event' },
  ]
  return (
    <div className={styles.axis}>
      {tracks.map(({ track, parts, holes }) => (
        <div key={track} className={styles.lane}>
          <span>{tLabel(recordTrack[track])}</span>
          <div>
            {parts.map((part) => (
              <i
                key={`${part.id}/${part.stretch}`}
                data-kind="part"
                style={{ left: share(part.fromMs), width: width(part.fromMs, part.toMs) }}
              />
            ))}
            {holes.map((hole) => (
              <button
                key={hole.fromMs}
                type="button"
                data-kind="hole"
                style={{ left: share(hole.fromMs), width: width(hole.fromMs, hole.toMs) }}
                title={t('没有录制：{{from}} 至 {{to}}', { from: clockText(hole.fromMs), to: clockText(hole.toMs) })}
                aria-label={t('没有录制：{{from}} 至 {{to}}', { from: clockText(hole.fromMs), to: clockText(hole.toMs) })}
                onClick={() => onSeek(hole.fromMs)}
              />
            ))}
          </div>
        </div>
      ))}
      {noted.length > 0 && (
        <div className={styles.lane}>
          <span>{t('人工标记')}</span>
          <div>
            {noted.map((one) => (
              <button
                key={one.id}
                type="button"
                data-kind="noted"
                style={{ left: share(one.fromMs), width: width(one.fromMs, one.toMs) }}
                title={`${clockText(one.fromMs)} ${one.label}`}
                aria-label={`${clockText(one.fromMs)} ${one.label}`}
                onClick={() => onSeek(one.fromMs)}
              />
            ))}
          </div>
        </div>
      )}
      {lanes.map(({ title, list, kind }) => (
        <div key={kind} className={styles.lane}>
          <span>{title}</span>
          <div>
            {list.map((mark) => (
              <button
                key={mark.id}
                type="button"
                data-kind={kind}
                style={{ left: share(mark.atMs) }}
                title={`${clockText(mark.atMs)} ${mark.title}`}
                aria-label={`${clockText(mark.atMs)} ${mark.title}`}
                onClick={() => onSeek(mark.atMs)}
              />
            ))}
          </div>
        </div>
      ))}
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
