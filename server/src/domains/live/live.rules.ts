// Rules of live rooms: phase, attendance, and the playlist of a broadcast.
import { type LivePhase, liveRule, LiveState } from '@shuyuan/contract/live/room-state.ts'
import { LIVE_SECONDS } from '../../kernel/media/live-job.ts'

/** @param isVideo the replay has taken the place of the live file */
export function phaseOf({ state, isVideo }: { state: number; isVideo: boolean }): LivePhase {
  if (isVideo) return 'replay'
  if (state === LiveState.planned) return 'waiting'
  return state === LiveState.live ? 'live' : 'ended'
}

type Seen = { lastTime: Date; beganAt: Date | null }

/** Seconds of attendance since the last report: none before the broadcast, and none for a page that was away. */
export function attendedSec({ lastTime, beganAt }: Seen, now: Date): number {
  if (!beganAt) return 0
  const since = Math.max(lastTime.getTime(), beganAt.getTime())
  const passed = Math.floor((now.getTime() - since) / 1_000)
  const away = (now.getTime() - lastTime.getTime()) / 1_000 > liveRule.gone
  return away ? 0 : Math.max(0, passed)
}

/** The time up to which attendance is counted: fractions of a second are counted later. */
export const seenUntil = ({ lastTime, beganAt }: Seen, counted: number, now: Date): Date =>
  counted > 0 && beganAt ? new Date(Math.max(lastTime.getTime(), beganAt.getTime()) + counted * 1_000) : now

export type Segment = { name: string; seconds: number; folder: string }

const LINE = /^#EXTINF:([\d.]+),[^\n]*\n(s\d{5}\.ts)$/gm

/** The segments of an encoder's playlist that are complete. */
export const segmentsOf = (playlist: string, folder: string): Segment[] =>
  [...playlist.replaceAll('\r', '').matchAll(LINE)].map(([, seconds, name]) => ({ name: name!, seconds: Number(seconds), folder }))

/** Segments that a player of a running broadcast is told of: about a minute. */
const WINDOW = 30

const isBreak = (segments: readonly Segment[], at: number) => at > 0 && segments[at]!.folder !== segments[at - 1]!.folder

type Written = { address: (segment: Segment, at: number) => string; tags?: (segment: Segment, at: number) => string[] }

const lineOf = (segments: readonly Segment[], at: number, { address, tags }: Written) => [
  // another recorder begins: its clock and its size may differ
  ...(isBreak(segments, at) ? ['#EXT-X-DISCONTINUITY'] : []),
  ...(tags?.(segments[at]!, at) ?? []),
  `#EXTINF:${segments[at]!.seconds.toFixed(6)},`,
  address(segments[at]!, at),
]

/** The playlist of a broadcast: its last minute, and its end when it has ended. */
export function livePlaylist(segments: readonly Segment[], ended: boolean, written: Written): string {
  const from = Math.max(0, segments.length - WINDOW)
  const breaks = segments.filter((_, at) => at <= from && isBreak(segments, at)).length
  const lines = segments.slice(from).flatMap((_, at) => {
    const [first, ...rest] = lineOf(segments, from + at, written)
    // the number of the first one says that a break stands before it
    return at === 0 && first === '#EXT-X-DISCONTINUITY' ? rest : [first!, ...rest]
  })
  return [
    ...header(segments),
    `#EXT-X-MEDIA-SEQUENCE:${from}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${breaks}`,
    ...lines,
    ...(ended ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

const header = (segments: readonly Segment[]) => [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-INDEPENDENT-SEGMENTS',
  `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(LIVE_SECONDS, ...segments.slice(-WINDOW).map((one) => one.seconds)))}`,
]

/** The playlist of a replay: everything. */
export function replayPlaylist(segments: readonly Segment[], written: Written): string {
  const longest = Math.ceil(segments.reduce((most, one) => Math.max(most, one.seconds), LIVE_SECONDS))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...segments.flatMap((_, at) => lineOf(segments, at, written)),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
}
