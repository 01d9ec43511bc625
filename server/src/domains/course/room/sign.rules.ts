// The code that signs people in: lesson, way and time window with a keyed hash. It is part of an address, so it has letters, digits, - and _ only.
import { CODE_SECONDS, CODE_SIGN_IN_SECONDS, type SignWay } from '@shuyuan/contract/course/room/room-codes.ts'
import { timingSafeEqual } from 'node:crypto'

const MS = 1_000
/** 96 bits */
const MAC_LENGTH = 16
const RADIX = 36
const PATTERN = /^(\d{1,19})([io])([\da-z]{1,10})-([\w-]{16})$/

export type Sign = { fileId: string; way: SignWay; window: number }
/** A keyed hash of a text. */
export type Mac = (text: string) => string

export const windowOf = (now: Date): number => Math.floor(now.getTime() / (CODE_SECONDS * MS))
/** Whole seconds until the next window, at least 1. */
export const secondsLeft = (now: Date): number => Math.ceil(((windowOf(now) + 1) * CODE_SECONDS * MS - now.getTime()) / MS)

const macOf = ({ fileId, way, window }: Sign, mac: Mac) => mac(`${fileId} ${way} ${window}`).slice(0, MAC_LENGTH)

export const codeOf = (sign: Sign, mac: Mac): string =>
  `${sign.fileId}${sign.way === 'in' ? 'i' : 'o'}${sign.window.toString(RADIX)}-${macOf(sign, mac)}`

/** What a code says; undefined for one that this server has not made. */
export function readCode(code: string, mac: Mac): Sign | undefined {
  const [, fileId = '', way, window = '', given = ''] = PATTERN.exec(code) ?? []
  if (fileId === '') return undefined
  const sign: Sign = { fileId, way: way === 'i' ? 'in' : 'out', window: Number.parseInt(window, RADIX) }
  return timingSafeEqual(Buffer.from(given), Buffer.from(macOf(sign, mac))) ? sign : undefined
}

/**
 * Whether a code counts now: in its window and the one after it. Who was not signed in to the site when they scanned it has some minutes to do
 * so: it counts for a session that began after the code (docs/decisions/0185).
 */
export function isFresh({ window }: Sign, now: Date, sessionTime: Date | undefined): boolean {
  const age = windowOf(now) - window
  // servers of one site may differ by some seconds
  if (age >= -1 && age <= 1) return true
  const shown = window * CODE_SECONDS * MS
  return age > 0 && now.getTime() - shown <= CODE_SIGN_IN_SECONDS * MS && sessionTime !== undefined && sessionTime.getTime() >= shown
}
