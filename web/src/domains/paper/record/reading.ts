// What a page knows of a part while its recorder writes: the index of the film, and when it began.
import type { Scan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import { type Spoken, spokenText } from '@shuyuan/contract/paper/record/speech.ts'
import type { Found, KeptPart } from './piece-store.ts'

/** `zero`: when the film begins, by the sender's clock: the least difference between a slice and the time of its last picture, or the moment of the first picture; `heard`: times with something like speech that no slice has yet, by the same clock */
export type Reading = { part: KeptPart; scan: Scan; zero: number; heard: Spoken[] }

/** Reads what a recorder gave: a cloud does not, and pieces are dropped between places at which a player can begin. @param given when, by the sender's clock */
export function readSlice(reading: Reading, bytes: ArrayBuffer, given: number): Found {
  const { part } = reading
  const { scan, clusters } = scanPart(part.mime, reading.scan, new Uint8Array(bytes), part.size)
  reading.scan = scan
  reading.zero = Math.min(reading.zero, given - scan.last)
  return { clusters, init: scan.init, last: scan.last }
}

/** The times with something like speech that no slice had, since the beginning of the film. */
function takeHeard(reading: Reading): Spoken[] {
  const { heard, zero } = reading
  reading.heard = []
  return heard.map(([from, to]): Spoken => [Math.max(0, Math.round(from - zero)), Math.max(0, Math.round(to - zero))])
}

/** What a slice tells beside its bytes: what was heard, and that the device gave no picture. */
export function takeNotes(reading: Reading, isDark: boolean): { spoken?: Spoken[]; dark?: boolean } {
  const spoken = takeHeard(reading)
  return { ...(spoken.length > 0 ? { spoken } : {}), ...(isDark ? { dark: true } : {}) }
}

/** Milliseconds since the film began; undefined for a part of an earlier page. @param now by the sender's clock */
export const ageOf = (reading: Reading | undefined, now: number): number | undefined =>
  reading && Number.isFinite(reading.zero) ? Math.max(0, Math.round(now - reading.zero)) : undefined

type Told = { offset: number; end: boolean; lost: boolean; dark: boolean; age: number | undefined; spoken: readonly Spoken[] }
/** What the address of a piece tells. */
export const told = ({ offset, end, lost, dark, age, spoken }: Told): string =>
  `offset=${offset}${end ? '&end=1' : ''}${lost ? '&lost=1' : ''}${dark ? '&dark=1' : ''}${age === undefined ? '' : `&age=${age}`}${spoken.length > 0 ? `&speech=${spokenText(spoken)}` : ''}`
