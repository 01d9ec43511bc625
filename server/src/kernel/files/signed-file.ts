// Addresses of private uploads: signed by this site, valid for some hours (docs/decisions/0045).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../ctx.ts'

/** How long addresses are valid at least: a lesson may be watched for hours, a photo is looked at. */
export const addressHours = { lesson: 3, personal: 1 }

const PLACE = '/files/'
const HOUR_SECONDS = 3_600

/** `e`: the end in seconds since 1970; `u`: the person for whom it is, '' for everybody; `s`: the signature */
export type Signature = { e: string; u?: string; s: string }

const signatureOf = (secret: string, key: string, { e, u = '' }: Omit<Signature, 's'>) =>
  createHmac('sha256', secret)
    .update(u === '' ? `file ${key} ${e}` : `file ${key} ${e} ${u}`)
    .digest()

/** A moment in seconds since 1970 that is `hours` to twice as long away, and the same within `hours`. */
function endOf(now: Date, hours: number): string {
  const span = hours * HOUR_SECONDS
  return String((Math.floor(now.getTime() / 1_000 / span) + 2) * span)
}

/** End, person and signature of a key, as they stand in a path. */
export function signedParts(secret: string, key: string, now: Date, hours: number, u: string): Required<Signature> {
  const e = endOf(now, hours)
  return { e, u, s: signatureOf(secret, key, { e, u }).toString('base64url') }
}

/**
 * A signed address of an upload. It is valid for `hours` to twice as long, and stays the same within `hours`, so that a page that refreshes
 * does not load the file again. With `userId` it works only while this person is signed in. Foreign addresses and '' stay unchanged.
 */
export function signAddress(secret: string, address: string, now: Date, hours: number, userId = ''): string {
  if (!address.startsWith(PLACE)) return address
  const { e, u, s } = signedParts(secret, address.slice(PLACE.length), now, hours, userId)
  return `${address}?e=${e}${u === '' ? '' : `&u=${u}`}&s=${s}`
}

/** @returns a function from stored addresses to signed ones, as signAddress */
export async function fileAddresses(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  hours: number,
  userId = '',
): Promise<(stored: string) => string> {
  const secret = await storage.secret()
  const now = clock()
  return (stored) => signAddress(secret, stored, now, hours, userId)
}

/** Whether the signature is that of the key and has not ended. */
export function isSigned(secret: string, key: string, { e, u = '', s }: Signature, now: Date): boolean {
  const [given, wanted] = [Buffer.from(s, 'base64url'), signatureOf(secret, key, { e, u })]
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(e) * 1_000 >= now.getTime()
}

/** The stored form of an address that a client sends back: without its signature. */
export const plainAddress = (address: string): string =>
  address.startsWith(PLACE) ? address.slice(0, address.indexOf('?') < 0 ? undefined : address.indexOf('?')) : address
