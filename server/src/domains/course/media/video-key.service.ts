// Keys of encrypted videos: one for each file and each conversion.
import { createHmac, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { sealedColumn, type SealedColumn, openValue, sealValue } from '../../../kernel/sealed/sealed-column.ts'
import type { MediaSettings } from './media-settings.service.ts'
import { withQuery } from './playlist.rules.ts'

export const VIDEO_KEY: SealedColumn = { table: 'course_file_key', column: 'sealed' }
export const sealedVideoKeys = sealedColumn(VIDEO_KEY)

export type VideoKey = { key: Buffer; iv: Buffer; version: number }
const BYTES = 16

/** A new key: from the site's own (`encodeKey`, `encodeIv`) with something random, else random. */
export function newVideoKey({ encodeKey, encodeIv }: MediaSettings, fileId: string, version: number): VideoKey {
  const salt = randomBytes(BYTES)
  const made = (own: string, name: string) =>
    own === ''
      ? randomBytes(BYTES)
      : createHmac('sha256', own).update(`${name} ${fileId} ${version} `).update(salt).digest().subarray(0, BYTES)
  return { key: made(encodeKey, 'key'), iv: made(encodeIv, 'iv'), version }
}

/** The address of a key as a playlist of the encoder names it. */
export const keyAddress = (address: string, fileId: string, version: number): string =>
  withQuery(address, { id: fileId, v: String(version) })

/** Writes what the encoder needs; both files must be removed after it ran. @returns the path of the key info */
export async function writeKeyInfo(folder: string, address: string, { key, iv, version }: VideoKey, fileId: string): Promise<string> {
  const [path, keyPath] = [join(folder, 'key.info'), join(folder, 'key.bin')]
  await writeFile(keyPath, key, { mode: 0o600 })
  await writeFile(path, `${keyAddress(address, fileId, version)}\n${keyPath}\n${iv.toString('hex')}\n`, { mode: 0o600 })
  return path
}

/** Stores a key with its rendition, in one transaction. */
export async function storeVideoKey({ seal }: Pick<App, 'seal'>, db: Database, fileId: string, { key, version }: VideoKey): Promise<void> {
  const { id } = await db.insertInto('courseFileKey').values({ fileId, version, sealed: '' }).returning('id').executeTakeFirstOrThrow()
  await db
    .updateTable('courseFileKey')
    .set({ sealed: sealValue(seal, VIDEO_KEY, id, key.toString('base64')) })
    .where('id', '=', id)
    .execute()
}

/** The 16 bytes of a key; undefined for one that does not exist. @param version 0 for the newest */
export async function findVideoKey({ app, db }: Pick<Ctx, 'app' | 'db'>, fileId: string, version: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('courseFileKey')
    .where('fileId', '=', fileId)
    .$if(version !== 0, (q) => q.where('version', '=', version))
    .orderBy('version', 'desc')
    .select(['id', 'sealed'])
    .limit(1)
    .executeTakeFirst()
  return row && Buffer.from(openValue(app.seal, VIDEO_KEY, row.id, row.sealed), 'base64')
}
