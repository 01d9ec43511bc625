// The clock of a replay: one place on the axis that all tracks follow, and the report of what was played.
import { NEAR_MS } from '@shuyuan/contract/paper/record/piece.ts'
import { evidence, SEEN_MS } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { partAt, type Replay } from './axis.ts'
import type { Shown } from './track-player.ts'

const TICK_MS = 200
/** Behind the newest picture: a player needs something to play. */
const LATE_MS = 8_000
export const rates = [0.5, 1, 1.5, 2, 4, 8] as const

/** A track that is silent for longer does not hold up the others. */
const SILENT_MS = 15_000

/** The newest place at which every track that records has a picture. */
export function liveEnd({ tracks, endMs }: Replay): number {
  const ends = tracks.flatMap(({ parts }) => parts.slice(-1).map((part) => part.toMs))
  return Math.max(0, Math.min(endMs, ...ends.filter((end) => endMs - end < SILENT_MS)) - 1)
}

/** Shows a place of a track. */
export type Follow = (atMs: number, isPlaying: boolean, rate: number) => Shown

export function usePlayback(replay: Replay, beginsLive = false) {
  // the first place at which every track has something
  const [atMs, setAtMs] = useState(() =>
    Math.max(0, ...replay.tracks.flatMap((track) => track.parts.slice(0, 1).map((part) => part.fromMs))),
  )
  const [isPlaying, setPlaying] = useState(beginsLive)
  const [rate, setRate] = useState(1)
  const [isLive, setLive] = useState(beginsLive)
  const [shown, setShown] = useState<Readonly<Record<number, Shown>>>({})
  const follows = useRef(new Map<number, Follow>())
  const place = useRef(atMs)
  const report = useSeen(replay, isLive)

  const jump = (to: number) => {
    place.current = Math.max(0, Math.min(replay.endMs, to))
    setAtMs(place.current)
  }
  useTicks((passedMs) => {
    const states = Object.fromEntries([...follows.current].map(([track, follow]) => [track, follow(place.current, isPlaying, rate)]))
    setShown((before) => (JSON.stringify(before) === JSON.stringify(states) ? before : states))
    if (!isPlaying) return
    // what arrives later than it is played is left out
    if (isLive && liveEnd(replay) - place.current > LATE_MS) return jump(liveEnd(replay) - 2 * NEAR_MS)
    if (Object.values(states).includes('loading')) return
    const next = Math.min(isLive ? liveEnd(replay) : replay.endMs, place.current + passedMs * rate)
    report(place.current, next)
    place.current = next
    setAtMs(next)
    if (next >= replay.endMs && !isLive) setPlaying(false)
  })
  const seek = (to: number) => {
    setLive(false)
    jump(to)
  }
  return {
    atMs,
    isPlaying,
    rate,
    shown,
    seek,
    setRate,
    /** the newest picture is followed */
    isLive,
    follow() {
      setLive(!isLive)
      setRate(1)
      if (!isLive) setPlaying(true)
    },
    toggle: () => setPlaying(!isPlaying),
    faster: (by: 1 | -1) => setRate(rates[Math.max(0, Math.min(rates.length - 1, rates.indexOf(rate as (typeof rates)[number]) + by))]!),
    join(track: number, follow: Follow) {
      follows.current.set(track, follow)
      return () => void follows.current.delete(track)
    },
  }
}

/** @param tick gets the milliseconds since the one before */
function useTicks(tick: (passedMs: number) => void) {
  const called = useEffectEvent(tick)
  useEffect(() => {
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      called(now - last)
      last = now
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
}
export type Playback = ReturnType<typeof usePlayback>

/** Reports what was played of each part: every 15 seconds, at a jump, and at the end. */
function useSeen(replay: Replay, isLive: boolean) {
  const spans = useRef(new Map<string, { fromMs: number; toMs: number }>())
  const send = useCallback((partId: string) => {
    const span = spans.current.get(partId)
    spans.current.delete(partId)
    if (span && span.toMs > span.fromMs)
      void call(evidence.seen, { partId, fromMs: Math.floor(span.fromMs), toMs: Math.ceil(span.toMs) }, { quiet: true }).catch(
        () => undefined,
      )
  }, [])
  useEffect(() => {
    const sendAll = () => [...spans.current.keys()].forEach(send)
    const timer = setInterval(sendAll, SEEN_MS)
    return () => {
      clearInterval(timer)
      sendAll()
    }
  }, [send])
  const sayLive = useEffectEvent(() => {
    const newest = replay.tracks.flatMap((track) => track.parts.slice(-1)).at(-1)
    if (newest) void call(evidence.seen, { partId: newest.id, fromMs: 0, toMs: 0, live: true }, { quiet: true }).catch(() => undefined)
  })
  useEffect(() => {
    if (!isLive) return undefined
    sayLive()
    const timer = setInterval(sayLive, SEEN_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return (fromMs: number, toMs: number) => {
    for (const { parts } of replay.tracks) {
      const part = partAt(parts, fromMs)
      if (!part) continue
      const [from, to] = [fromMs - part.zeroMs, toMs - part.zeroMs]
      const before = spans.current.get(part.id)
      if (before && Math.abs(before.toMs - from) > 1) send(part.id)
      const known = spans.current.get(part.id)
      spans.current.set(part.id, { fromMs: known?.fromMs ?? from, toMs: to })
    }
  }
}
