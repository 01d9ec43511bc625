// Opens a dump: plain or gzipped, in UTF-8 or GBK.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { DumpBroken, type DumpRow, dumpRows } from './sql-dump.format.ts'

const CHUNK = 4 * 1024 * 1024
const HEAD = 64 * 1024
/** The names of MySQL and PostgreSQL for what TextDecoder calls otherwise. */
const encodings: Record<string, string> = {
  utf8: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
  euc_cn: 'gb18030',
}

export type Tables = Map<string, DumpRow['values'][]>

async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}

/** What the dump says about its encoding. Throws DumpBroken for one that is not known here. */
function decoderOf(head: string): TextDecoder {
  const [, named = 'utf8mb4'] = /(?:SET NAMES|client_encoding\s*=)\s*'?(\w+)/i.exec(head) ?? []
  const encoding = encodings[named.toLowerCase().replace('utf-8', 'utf8')]
  if (encoding === undefined) throw new DumpBroken(`the encoding ${named} is not known; make the dump in utf8mb4`)
  return new TextDecoder(encoding, { fatal: true })
}

async function* textOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: CHUNK })
  const bytes = (await isGzip(path)) ? file.pipe(createGunzip({ chunkSize: CHUNK })) : file
  file.on('error', (error) => bytes.destroy(error))
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      decoder ??= decoderOf(chunk.toString('latin1', 0, HEAD))
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    if (error instanceof TypeError && (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new DumpBroken('the file holds bytes that are no text in the encoding it names')
    throw error
  }
}

/** All rows of these tables, by table. Throws DumpBroken for a damaged file, and where it has none of the tables. */
export async function readDump(path: string, names: readonly string[]): Promise<Tables> {
  const tables: Tables = new Map(names.map((name) => [name, []]))
  for await (const { table, values } of dumpRows(textOf(path), (name) => tables.has(name))) tables.get(table)?.push(values)
  if (![...tables.values()].some((rows) => rows.length > 0)) throw new DumpBroken(`the file has no rows of ${names.join(', ')}`)
  return tables
}
