// Pictures of candidates: stored apart from uploaded files, shown only by signed addresses that expire (docs/decisions/0034).
import { evidence } from '@shuyuan/contract/site/provider/evidence.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { siteSecret } from '../setting/setting.service.ts'

/** An address is valid for one to two spans and stays the same within one, so that a refresh does not fetch the picture again. */
const SPAN_MS = 3_600_000
const MOST_BYTES = 2_000_000
/** Prefix of a picture's key in a column; older rows hold an address of /files/ instead. */
const PRIVATE = 'private:'

const signatureOf = (secret: string, key: string, until: string) => createHmac('sha256', secret).update(`${key} ${until}`).digest()

/** Stores a jpeg. @returns the column value, for `pictureAddresses` and `removePicture` */
export async function storePicture({ storage, clock }: App, picture: Buffer): Promise<string> {
  const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
  try {
    await writeFile(path, picture)
    return PRIVATE + (await storage.storePrivate(path, '.jpg', clock(), 'image/jpeg'))
  } finally {
    // on success the file was moved; this removes the rest of a failed attempt
    await rm(path, { force: true })
  }
}

export const removePicture = ({ storage }: App, stored: string): Promise<void> =>
  stored.startsWith(PRIVATE) ? storage.removePrivate(stored.slice(PRIVATE.length)) : storage.remove(stored)

/** Moves a picture with an address of /files/ to the private ones. @returns the column value; '' without the file */
export const hidePicture = async ({ storage }: App, url: string): Promise<string> =>
  (await storage.hide(url)) ? PRIVATE + url.slice('/files/'.length) : ''

/** @returns a function from column values to addresses; addresses of other files and '' stay unchanged */
export async function pictureAddresses(app: App): Promise<(stored: string) => string> {
  const secret = await siteSecret(app)
  const until = String((Math.floor(app.clock().getTime() / SPAN_MS) + 2) * (SPAN_MS / 1_000))
  return (stored) => {
    if (!stored.startsWith(PRIVATE)) return stored
    const key = stored.slice(PRIVATE.length)
    return `${evidence.picture.path}?key=${key}&until=${until}&sign=${signatureOf(secret, key, until).toString('base64url')}`
  }
}

/** A picture by its signed address. Fails notFound for an expired or unsigned address. */
export async function showPicture({ app }: Ctx, { key, until, sign }: Input<typeof evidence.picture>) {
  const given = Buffer.from(sign, 'base64url')
  const wanted = signatureOf(await siteSecret(app), key, until)
  const isGood = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!isGood || Number(until) * 1_000 < app.clock().getTime()) fail('notFound')
  const body = must(await app.storage.readPrivate(key, MOST_BYTES))
  return { name: 'picture.jpg', type: 'image/jpeg', body: new Uint8Array(body) }
}
