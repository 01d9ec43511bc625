// Files that arrive in pieces, in a folder of their own. The number of bytes that count is kept in the database: what lies behind it is overwritten.
import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../ctx.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
const name = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const folderOf = ({ storage }: Pick<App, 'storage'>) => join(storage.privateRoot, 'pieces')

/** The path of the file with this UUID. */
export const piecesPath = (app: Pick<App, 'storage'>, id: string): string => join(folderOf(app), id)

/** Makes an empty file. */
export async function openPieces(app: Pick<App, 'storage'>, id: string): Promise<void> {
  await mkdir(folderOf(app), { recursive: true, mode: PRIVATE_FOLDER })
  await (await open(piecesPath(app, id), 'wx', PRIVATE_FILE)).close()
}

export type Piece = { path: string; size: number; isTooLong: boolean; discard: () => Promise<void> }

/** Receives one piece into a temporary file. A connection that breaks leaves what has arrived until then. @param most bytes */
export async function receivePiece({ runtime }: Pick<App, 'runtime'>, body: Readable, most: number): Promise<Piece> {
  const path = join(runtime.tmpDir || tmpdir(), `shuyuan-piece-${randomUUID()}`)
  const discard = () => rm(path, { force: true })
  const file = await open(path, 'wx', PRIVATE_FILE)
  let size = 0
  try {
    for await (const part of arriving(body)) {
      if (size + part.length > most) return { path, size, isTooLong: true, discard }
      await file.write(part)
      size += part.length
    }
    return { path, size, isTooLong: false, discard }
  } catch (error) {
    await discard()
    throw error
  } finally {
    await file.close()
  }
}

/** The parts of a body until it ends or breaks off. */
async function* arriving(body: Readable): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await parts.next().catch(() => ({ done: true as const, value: undefined }))
    if (next.done) return
    yield next.value as Buffer
  }
}

/** Writes a piece behind the first `offset` bytes, and onto the disk. */
export async function appendPiece(app: Pick<App, 'storage'>, id: string, offset: number, piece: Piece): Promise<void> {
  const file = await open(piecesPath(app, id), 'r+')
  try {
    let at = offset
    for await (const part of createReadStream(piece.path)) {
      await file.write(part as Buffer, 0, (part as Buffer).length, at)
      at += (part as Buffer).length
    }
    await file.datasync()
  } finally {
    await file.close()
  }
}

export const removePieces = (app: Pick<App, 'storage'>, id: string): Promise<void> => rm(piecesPath(app, id), { force: true })

/** Removes files without a row that were last written before `before`. */
export async function sweepPieces(app: Pick<App, 'storage'>, before: Date, isKnown: (id: string) => Promise<boolean>): Promise<void> {
  for (const id of await readdir(folderOf(app)).catch(() => [])) {
    const found = name.test(id) ? await stat(piecesPath(app, id)).catch(() => undefined) : undefined
    if (found && found.mtime < before && !(await isKnown(id))) await removePieces(app, id)
  }
}
