// Called by PostgreSQL for each piece of its log: `put <piece> <archived>` and `get <archived> <piece>`. Exit code 0: done, and on the disk.
import { existsSync } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const [act, from = '', to = ''] = process.argv.slice(2)
const packed = (path: string) => `${path}.zst`

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** A name is never written twice with other content: two databases would share the folder. */
async function put(): Promise<boolean> {
  const content = await readFile(from)
  const target = packed(to)
  if (existsSync(target)) return (await promisify(zstdDecompress)(await readFile(target))).equals(content)
  const unfinished = `${target}.part`
  await writeFile(unfinished, await promisify(zstdCompress)(content), { mode: 0o600 })
  await sync(unfinished)
  await rename(unfinished, target)
  await sync(dirname(target))
  return true
}

async function get(): Promise<boolean> {
  const source = packed(from)
  if (!existsSync(source)) return false
  await writeFile(to, await promisify(zstdDecompress)(await readFile(source)), { mode: 0o600 })
  return true
}

const done = act === 'put' ? await put() : await get()
if (!done && act === 'put') process.stderr.write(`${packed(to)} exists with other content\n`)
process.exitCode = done ? 0 : 1
