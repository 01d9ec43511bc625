// Reads parts of recordings from the storage provider: whole pieces, checked against what the browser said, and decrypted.
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { App } from '../../../../kernel/ctx.ts'
import { fail } from '../../../../kernel/fail.ts'
import { coverAt } from '../../../../kernel/files/position-cipher.ts'
import { PieceState } from './cloud.rules.ts'

/** A piece is not at the storage provider, or another one than was sent. */
export class PieceMissing extends Error {}

/** The bytes of a part from `from` to before `to`. Throws PieceMissing; fails storageOther, storageDown and storageRefused. */
export async function* readObjects(app: App, { id, key }: { id: string; key: Buffer }, from: number, to: number): AsyncGenerator<Buffer> {
  const cloud = await app.db.selectFrom('paperCloud').where('trackId', '=', id).select(['provider', 'prefix']).executeTakeFirstOrThrow()
  const storage = (await app.storage.named(cloud.provider)) ?? fail('storageOther')
  const pieces = await app.db
    .selectFrom('paperPiece')
    .where('trackId', '=', id)
    .where('state', 'in', [PieceState.sent, PieceState.checked])
    .where('startAt', '<', String(to))
    .where(sql<boolean>`start_at + bytes > ${from}`)
    .orderBy('startAt')
    .select(['startAt', 'bytes', 'sha256'])
    .execute()
  let at = from
  for (const { startAt, bytes, sha256 } of pieces) {
    const start = Number(startAt)
    if (start > at) break
    const found = await storage.look(cloud.prefix + startAt, bytes + 1)
    const isWhole = found?.size === bytes && sha256 !== null && createHash('sha256').update(found.head).digest().equals(sha256)
    if (!isWhole) break
    yield coverAt(key, found.head, start).subarray(at - start, Math.min(bytes, to - start))
    at = start + bytes
  }
  if (at < to) throw new PieceMissing(`${cloud.prefix}${at}`)
}
