// The key with which a player encrypts the moment of its request for a video's key.
import type { App, CurrentUser } from '../../../kernel/ctx.ts'
import { createDecipheriv, createHmac } from 'node:crypto'
import { activeProp } from '../../site/provider/prop.service.ts'

/** Key and initialization vector of AES-128-CBC, 16 characters each. */
export type PlayKey = { key: string; iv: string }

const LENGTH = 16
/** How far the player's clock may differ. */
const CLOCK_MS = 120_000

const textAt = (data: Record<string, unknown>, name: string) => (typeof data[name] === 'string' ? data[name] : '')

/** The site's own (`aesKey` and `aesIv` of the storage settings); without them those of this session. */
export async function playKeyOf(app: App, { sessionId }: Pick<CurrentUser, 'sessionId'>): Promise<PlayKey> {
  const { data } = (await activeProp({ app }, 'upload')) ?? { data: {} }
  const secret = await app.storage.secret()
  const own = (name: string) => createHmac('sha256', secret).update(`play ${name} ${sessionId}`).digest('base64url').slice(0, LENGTH)
  return { key: textAt(data, 'aesKey') || own('key'), iv: textAt(data, 'aesIv') || own('iv') }
}

/** Whether `auth` is a moment within two minutes of `now`, encrypted with the key: base64url(AES-128-CBC(milliseconds since 1970)). */
export function isFresh({ key, iv }: PlayKey, auth: string, now: Date): boolean {
  try {
    const cipher = createDecipheriv('aes-128-cbc', Buffer.from(key), Buffer.from(iv))
    const moment = Buffer.concat([cipher.update(Buffer.from(auth, 'base64url')), cipher.final()]).toString('latin1')
    return /^\d{13}$/.test(moment) && Math.abs(Number(moment) - now.getTime()) <= CLOCK_MS
  } catch {
    return false
  }
}
