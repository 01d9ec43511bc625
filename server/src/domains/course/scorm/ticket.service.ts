// The ticket of an opening: it is part of every address of the package, and all that the package's own scripts can show the server.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import type { ScormVersion } from './manifest.format.ts'

export type Ticket = {
  userId: string
  /** the row that reports change; 0: a preview, which stores nothing */
  track: string
  session: number
  version: ScormVersion
  /** the tree of the package, as it was at the opening */
  folder: string
  /** the origin of the site, as the browser names it */
  site: string
  /** on the second host name; else on the site itself, where packages are of no origin */
  isApart: boolean
  issued: Date
}
const NO_TRACK = '0'
const LIFE_SECONDS = 12 * 3_600
const shape = /^(\d{1,18})-(\d{1,18})-(\d{1,10})-(\d{1,12})-([ab])-([\da-f]{32})([~.])([\w-]{4,350})-([\w-]{43})$/
const letters: Record<ScormVersion, string> = { '1.2': 'a', '2004': 'b' }

const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(`scorm ${text}`).digest()

/** @returns a text for addresses, valid for 12 hours */
export async function writeTicket(
  { storage, clock }: App,
  { userId, track, session, version, folder, site, isApart }: Omit<Ticket, 'issued'>,
): Promise<string> {
  const end = Math.floor(clock().getTime() / 1_000) + LIFE_SECONDS
  const text =
    [userId, track, session, end, letters[version], folder].join('-') + `${isApart ? '~' : '.'}${Buffer.from(site).toString('base64url')}`
  return `${text}-${signatureOf(await storage.secret(), text).toString('base64url')}`
}

/** Undefined for a ticket that was changed, has ended, or whose person is not signed in any more. */
export async function readTicket({ storage, clock }: App, text: string): Promise<Ticket | undefined> {
  const [, userId = '', track = '', session, end, letter, folder = '', mark, site = '', signature = ''] = shape.exec(text) ?? []
  if (signature === '') return undefined
  const [given, wanted] = [Buffer.from(signature, 'base64url'), signatureOf(await storage.secret(), text.slice(0, -signature.length - 1))]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted) || Number(end) * 1_000 < clock().getTime()) return undefined
  if (!(await storage.admits(userId))) return undefined
  const version = letter === 'a' ? '1.2' : '2004'
  const issued = new Date((Number(end) - LIFE_SECONDS) * 1_000)
  const origin = Buffer.from(site, 'base64url').toString()
  return { userId, track, session: Number(session), version, folder, site: origin, isApart: mark === '~', issued }
}

export const isPreview = ({ track }: Ticket): boolean => track === NO_TRACK
export const previewTrack = NO_TRACK
