// A growing file holds what was sent, whatever is lost or repeated on the way, and its bytes are readable with their key only.
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { growFile, LostBytes } from './growing-file.ts'
import { coverAt, FILE_KEY_BYTES } from './position-cipher.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-growing-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a thousand messages with repeats, losses and gaps give the source, and the size never shrinks', async () => {
  const source = randomBytes(200_000)
  const key = randomBytes(FILE_KEY_BYTES)
  const path = join(folder, 'deep', 'a.part')
  let size = 0
  for (let count = 0; count < 1_000 || size < source.length; count++) {
    // a lost message is not written at all; others begin before, at or behind the end
    if (randomInt(10) === 0) continue
    const offset = Math.max(0, size + randomInt(3_000) - 2_000)
    const bytes = source.subarray(offset, offset + randomInt(1, 3_000))
    const next = await growFile(path, { size, offset, bytes, cover: (part, at) => coverAt(key, part, at) })
    expect(next).toBe(offset > size ? size : Math.max(size, offset + bytes.length))
    size = next
  }
  const stored = await readFile(path)
  expect(stored.equals(source)).toBe(false)
  expect(coverAt(key, stored, 0).equals(source)).toBe(true)
  const from = randomInt(100_000)
  expect(coverAt(key, stored.subarray(from, from + 999), from).equals(source.subarray(from, from + 999))).toBe(true)
})

test('stored bytes stay when other ones are sent for their place', async () => {
  const path = join(folder, 'b.part')
  expect(await growFile(path, { offset: 0, bytes: Buffer.from('abc') })).toBe(3)
  expect(await growFile(path, { offset: 1, bytes: Buffer.from('XXd') })).toBe(4)
  expect(await readFile(path, 'utf8')).toBe('abcd')
})

test('bytes of a write that was not counted are written again', async () => {
  const path = join(folder, 'c.part')
  await writeFile(path, 'abcdefgh')
  expect(await growFile(path, { size: 3, offset: 3, bytes: Buffer.from('de') })).toBe(5)
  expect((await readFile(path, 'utf8')).slice(0, 5)).toBe('abcde')
})

test('a file that is shorter than was counted takes nothing, and one that is gone is not made again', async () => {
  const [short, gone] = [join(folder, 'd.part'), join(folder, 'e.part')]
  await writeFile(short, 'abc')
  for (const path of [short, gone])
    for (const text of ['xyz', ''])
      await expect(growFile(path, { size: 9, offset: 9, bytes: Buffer.from(text) })).rejects.toBeInstanceOf(LostBytes)
  expect(await readFile(short, 'utf8')).toBe('abc')
  expect(await stat(gone).catch(() => 'gone')).toBe('gone')
})
