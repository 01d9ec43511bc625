// Takes what a casting page sends: bytes at a position of the file of their part, so that a repeated or late message changes nothing.
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { castReply, type CastReply } from '@shuyuan/contract/live/cast.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { growFile } from '../../../kernel/files/growing-file.ts'
import { isSigned } from '../../../kernel/files/signed-file.ts'
import { castsOf, type Codec, PartState, rawFile } from '../replay/cast-run.service.ts'
import { castKeyOf } from '../host/host.service.ts'

/** A part as large is continued in another one. */
const MOST_BYTES = 8 * 1_024 ** 3
const SEEN_MS = 2_000

export type Cast = { id: string; e: string; u: string; s: string; part: number; offset: number; codec: Codec; bytes: Buffer }

/** @returns undefined for an address that was never given, ended, or whose person is not signed in */
export async function takeBytes(app: App, { id, e, u, s, part, offset, codec, bytes }: Cast): Promise<CastReply | undefined> {
  const now = app.clock()
  const room = await app.db.selectFrom('liveRoom').where('id', '=', id).select(['state', 'castKey']).executeTakeFirst()
  if (!room || u === '' || !(await app.storage.admits(u))) return undefined
  if (room.state !== LiveState.live) return { size: 0, go: castReply.over }
  // another page has taken the broadcast over, which made another key
  if (!isSigned(await app.storage.secret(), castKeyOf(id, room.castKey), { e, u, s }, now)) return { size: 0, go: castReply.elsewhere }
  return storePiece(app, { id, part, offset, codec, bytes, castKey: room.castKey })
}

type Piece = Pick<Cast, 'id' | 'part' | 'offset' | 'codec' | 'bytes'> & { /** who casts, as the room has it */ castKey: string }

/** Stores bytes of a part for which the caller was admitted. */
export async function storePiece(app: App, { id, part, offset, codec, bytes, castKey }: Piece): Promise<CastReply> {
  const now = app.clock()
  const room = await app.db.selectFrom('liveRoom').where('id', '=', id).select(['state', 'castKey', 'castTime']).executeTakeFirst()
  if (room?.state !== LiveState.live) return { size: 0, go: castReply.over }
  if (room.castKey !== castKey) return { size: 0, go: castReply.elsewhere }
  const size = await growFile(rawFile(app, id, part), { offset, bytes })
  if (!room.castTime || now.getTime() - room.castTime.getTime() > SEEN_MS)
    await app.db.updateTable('liveRoom').where('id', '=', id).set({ castTime: now }).execute()
  return { size, go: size > MOST_BYTES ? castReply.renew : await goOn(app, { id, part, offset, codec }) }
}

/** Ensures that a process encodes the part; its first bytes make this process do it. A part whose encoder is gone is not taken up again. */
async function goOn(app: App, { id, part, offset, codec }: Pick<Cast, 'id' | 'part' | 'offset' | 'codec'>): Promise<CastReply['go']> {
  const casts = castsOf(app)
  if (casts.wake(id, part)) return castReply.on
  const known = await app.db
    .selectFrom('livePart')
    .where('roomId', '=', id)
    .where('no', '=', part)
    .select(['state', sql<boolean>`lease_until > now()`.as('isHeld')])
    .executeTakeFirst()
  if (known) return known.state === PartState.open && known.isHeld ? castReply.on : castReply.renew
  if (offset > 0) return castReply.renew
  await casts.begin(id, part, codec)
  return castReply.on
}
