// The time axis of a recording, in milliseconds from the start of the paper.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import type { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'

export type Replay = Data<typeof evidence.detail>
export type Track = Replay['tracks'][number]
export type Part = Track['parts'][number]
/** Where events stand on the axis: leaves and captures apart, signals, and the rest. */
export type Lane = 'leave' | 'capture' | 'signal' | 'event'
/** `fromMs` is before `atMs` for a leave, which is noted at its end */
export type Mark = { id: string; fromMs: number; atMs: number; title: string; lane: Lane; isSignal: boolean; image: string }
type TimelineEvent = Data<typeof timeline.list>['events'][number]

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const pad = (n: number) => String(n).padStart(2, '0')

/** `1:02:03`; without hours `02:03` */
export function clockText(ms: number): string {
  const at = Math.max(0, ms)
  const rest = `${pad(Math.floor((at % HOUR) / MINUTE))}:${pad(Math.floor((at % MINUTE) / SECOND))}`
  return at >= HOUR ? `${Math.floor(at / HOUR)}:${rest}` : rest
}

/** The milliseconds of a text like `clockText` writes; undefined for another text. */
export function msOfClock(text: string): number | undefined {
  const parts = text.trim().replaceAll('：', ':').split(':')
  if (parts.length > 3 || !parts.every((one) => /^\d{1,4}$/.test(one))) return undefined
  return parts.reduce((sum, one) => sum * 60 + Number(one), 0) * SECOND
}

/** Both moments are of the same zone, so that their difference needs none. */
export const sinceZero = (moment: string, zero: string): number =>
  Date.parse(`${moment.replace(' ', 'T')}Z`) - Date.parse(`${zero.replace(' ', 'T')}Z`)

function laneOf({ kind, verdict }: Pick<TimelineEvent, 'kind' | 'verdict'>): Lane {
  const isSignal = verdict !== '' && verdict !== 'ignore'
  if (kind === 'leave' || kind === 'reload') return 'leave'
  if (kind === 'face' && !isSignal) return 'capture'
  return isSignal ? 'signal' : 'event'
}

/** The events of a timeline on the axis. @param titleOf the title of an event in words */
export const marksOf = (events: readonly TimelineEvent[], zero: string, titleOf: (event: TimelineEvent) => string): Mark[] =>
  events.map((event) => {
    const atMs = Math.max(0, sinceZero(event.time, zero))
    const lane = laneOf(event)
    return {
      id: event.id,
      fromMs: lane === 'leave' ? Math.max(0, atMs - event.seconds * SECOND) : atMs,
      atMs,
      title: titleOf(event),
      lane,
      isSignal: event.verdict !== '' && event.verdict !== 'ignore',
      image: event.image,
    }
  })

/** The nearest signal before or after a place; undefined without one. */
export function nextSignal(marks: readonly Mark[], atMs: number, forward: boolean): Mark | undefined {
  const signals = marks.filter((one) => one.isSignal)
  return forward ? signals.find((one) => one.atMs > atMs + SECOND) : signals.findLast((one) => one.atMs < atMs - SECOND)
}

/** Whether these are the same stretch of the same part, which may have grown. */
export const isSame = (part: Part, other: Part | undefined): boolean => part.id === other?.id && part.stretch === other.stretch

export const partAt = (parts: readonly Part[], atMs: number): Part | undefined =>
  parts.findLast((one) => atMs >= one.fromMs && atMs < one.toMs)

/** The index of the last cluster that begins at or before this time of the part; -1 before the first one. */
export const clusterAt = ({ clusters }: Pick<Part, 'clusters'>, ms: number): number => clusters.findLastIndex(([, time]) => time <= ms)
