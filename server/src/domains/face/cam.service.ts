// The phone as the camera of another device: keys for one picture each.
import type { camPurpose, sysCam } from '@shuyuan/contract/face/cam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { removePicture, storePicture } from '../site/provider/evidence.service.ts'
import { pictureBytes } from './match.service.ts'

const LIVES_MS = 3 * 60_000
const MOST_BYTES = 2_000_000
const hashOf = (key: string) => createHash('sha256').update(key).digest()
const PRIVATE = 'private:'

/** A key that lets a phone send one picture to this user within three minutes. */
export async function openCam({ app, now, user }: Ctx, { purpose }: Input<typeof sysCam.open>): Promise<Output<typeof sysCam.open>> {
  const key = randomBytes(24).toString('base64url')
  const expireTime = new Date(now.getTime() + LIVES_MS)
  await app.db
    .insertInto('sysCamHand')
    .values({ hash: hashOf(key), userId: user.id, purpose, createTime: now, expireTime })
    .execute()
  return { key, expireTime }
}

const findHand = (app: App, key: string, now: Date) =>
  app.db
    .selectFrom('sysCamHand')
    .where('hash', '=', hashOf(key))
    .where('expireTime', '>', now)
    .select(['purpose', 'picture', 'userId'])
    .executeTakeFirst()

/** What the phone is asked for. Fails camExpired. */
export async function camInfo({ app, now }: Ctx, { key }: Input<typeof sysCam.info>): Promise<Output<typeof sysCam.info>> {
  const hand = (await findHand(app, key, now)) ?? fail('camExpired')
  return { purpose: hand.purpose as keyof typeof camPurpose, sent: hand.picture !== '' }
}

/** Stores the phone's picture, once per key. Fails camExpired. */
export async function sendCam({ app, now }: Ctx, { key, base64 }: Input<typeof sysCam.send>): Promise<true> {
  if (!(await findHand(app, key, now))) fail('camExpired')
  const picture = await storePicture(app, pictureBytes(base64))
  const { numUpdatedRows } = await app.db
    .updateTable('sysCamHand')
    .set({ picture })
    .where('hash', '=', hashOf(key))
    .where('picture', '=', '')
    .where('expireTime', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  await removePicture(app, picture)
  return fail('camExpired')
}

/** The picture for the page that opened the key; key and stored picture are deleted with it. Fails camExpired. */
export async function takeCam({ app, now, user }: Ctx, { key }: Input<typeof sysCam.take>): Promise<Output<typeof sysCam.take>> {
  const hand = await findHand(app, key, now)
  if (!hand || hand.userId !== user.id) fail('camExpired')
  if (hand.picture === '') return { base64: '' }
  const bytes = await app.storage.readPrivate(hand.picture.slice(PRIVATE.length), MOST_BYTES)
  await app.db.deleteFrom('sysCamHand').where('hash', '=', hashOf(key)).execute()
  await removePicture(app, hand.picture)
  return { base64: bytes ? `data:image/jpeg;base64,${bytes.toString('base64')}` : '' }
}

/** Deletes expired keys with their pictures. */
export async function sweepCams(app: App): Promise<void> {
  const rows = await app.db.deleteFrom('sysCamHand').where('expireTime', '<', app.clock()).returning('picture').execute()
  for (const { picture } of rows) if (picture !== '') await removePicture(app, picture)
}
