// Files of recordings: DATA_DIR/recordings, which backups leave out, each part encrypted with a key of its own (docs/decisions/0215).
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../kernel/ctx.ts'
import { coverAt, FILE_KEY_BYTES } from '../../../kernel/files/position-cipher.ts'
import { readObjects } from './cloud/cloud-read.service.ts'
import { openValue, type SealedColumn, sealValue } from '../../../kernel/sealed/sealed-column.ts'

/** The key of a part. */
export const recordKey: SealedColumn = { table: 'paper_track', column: 'key_sealed' }

type Part = { examId: string; paperId: string; track: RecordTrack; part: number }
type Keyed = { id: string; keySealed: string }
type Files = Pick<App, 'config'>

export const trackNames = { [RecordTrack.camera]: 'camera', [RecordTrack.screen]: 'screen', [RecordTrack.phone]: 'phone' } as const
export const recordRoot = ({ config }: Files) => join(config.dataDir, 'recordings')
export const paperFolder = (app: Files, { examId, paperId }: Pick<Part, 'examId' | 'paperId'>) => join(recordRoot(app), examId, paperId)
export const partFile = (app: Files, part: Part) => join(paperFolder(app, part), `${trackNames[part.track]}.${part.part}`)

export const newKey = (): Buffer => randomBytes(FILE_KEY_BYTES)
/** The stored form of the key of the row `id`. */
export const sealKey = ({ seal }: Pick<App, 'seal'>, id: string, key: Buffer) => sealValue(seal, recordKey, id, key.toString('base64'))

/** Throws for a part whose key was destroyed. */
export const keyOf = ({ seal }: Pick<App, 'seal'>, { id, keySealed }: Keyed) =>
  Buffer.from(openValue(seal, recordKey, id, keySealed), 'base64')

const PORTION = 256 * 1_024
type Readable = Part & Keyed & { place: string }

/** The bytes of a part from `from` to before `to`, decrypted. Throws where a piece is missing at the storage provider. */
export async function* readPart(app: App, row: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  const key = keyOf(app, row)
  if (row.place === 'cloud') return yield* readObjects(app, { id: row.id, key }, from, to)
  const handle = await open(partFile(app, row), 'r')
  try {
    for (let at = from; at < to;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(PORTION, to - at)), 0, Math.min(PORTION, to - at), at)
      if (bytesRead === 0) return
      yield coverAt(key, buffer.subarray(0, bytesRead), at)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Removes the files of a paper. */
export const removeFiles = (app: Files, paper: Pick<Part, 'examId' | 'paperId'>) =>
  rm(paperFolder(app, paper), { recursive: true, force: true })
