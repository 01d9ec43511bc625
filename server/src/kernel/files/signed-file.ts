// Addresses of private uploads: signed by this site, valid for some hours (docs/decisions/0045).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../ctx.ts'

/** How long addresses are valid at least: a lesson may be watched for hours, a photo is looked at. */
export const addressHours = { lesson: 3, personal: 1 }

const PLACE = '/files/'
const HOUR_SECONDS = 3_600

/** `e`: the end in seconds since 1970; `s`: the signature */
export type Signature = { e: string; s: string }

const signatureOf = (secret: string, key: string, e: string) => createHmac('sha256', secret).update(`file ${key} ${e}`).digest()

/**
 * A signed address of an upload. It is valid for `hours` to twice as long, and stays the same within `hours`, so that a page that refreshes
 * does not load the file again. Foreign addresses and '' stay unchanged.
 */
export function signAddress(secret: string, address: string, now: Date, hours: number): string {
  if (!address.startsWith(PLACE)) return address
  const span = hours * HOUR_SECONDS
  const e = String((Math.floor(now.getTime() / 1_000 / span) + 2) * span)
  return `${address}?e=${e}&s=${signatureOf(secret, address.slice(PLACE.length), e).toString('base64url')}`
}

/** @returns a function from stored addresses to signed ones, as signAddress */
export async function fileAddresses(
  { storage, clock }: Pick<App, 'storage' | 'clock'>,
  hours: number,
): Promise<(stored: string) => string> {
  const secret = await storage.secret()
  const now = clock()
  return (stored) => signAddress(secret, stored, now, hours)
}

/** Whether the signature is that of the key and has not ended. */
export function isSigned(secret: string, key: string, { e, s }: Signature, now: Date): boolean {
  const [given, wanted] = [Buffer.from(s, 'base64url'), signatureOf(secret, key, e)]
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(e) * 1_000 >= now.getTime()
}

/** The stored form of an address that a client sends back: without its signature. */
export const plainAddress = (address: string): string =>
  address.startsWith(PLACE) ? address.slice(0, address.indexOf('?') < 0 ? undefined : address.indexOf('?')) : address
