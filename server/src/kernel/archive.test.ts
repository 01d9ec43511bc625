// Archives that users send: limits on what they expand to. Archives that are made: whole, or closed.
import { unzipSync, zipSync } from 'fflate'
import { fstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveLimits, readArchive, writeArchiveTo } from './archive.ts'

const MB = 1024 * 1024
const limits = { ...archiveLimits, expandedBytes: 8 * MB, textBytes: 2 * MB, files: 3 }
/** Bytes that do not compress well: 1/4 at most. */
const grainy = (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => (at * 2_654_435_761) >>> 28)
const zeros = (bytes: number) => new Uint8Array(bytes)
const reasonOf = (files: Record<string, Uint8Array>) => {
  try {
    return [...readArchive(zipSync(files), limits).keys()]
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

test('within the limits the files are read', () => {
  expect(reasonOf({ 'a.xml': grainy(MB), 'b.png': grainy(4 * MB) })).toEqual(['a.xml', 'b.png'])
})

test.each([
  ['one entry expands to hundreds of times its size', { 'a.png': zeros(1.5 * MB) }],
  ['the text parts are too large together', { 'a.xml': grainy(1.5 * MB), 'b.rels': grainy(MB) }],
  ['all entries are too large together', { 'a.png': grainy(6 * MB), 'b.png': grainy(3 * MB) }],
  ['there are too many entries', { a: zeros(1), b: zeros(1), c: zeros(1), d: zeros(1) }],
])('%s: refused', (_what, files: Record<string, Uint8Array>) => {
  expect(reasonOf(files)).toBe('sheetBroken')
})

test('a small entry may shrink as much as it likes', () => {
  expect(reasonOf({ 'a.xml': zeros(MB) })).toEqual(['a.xml'])
})

test('a file that does not begin like an archive is refused', () => {
  const bytes = Buffer.concat([Buffer.from('MZ'), zipSync({ 'a.xml': zeros(10) })])
  expect(() => readArchive(bytes, limits)).toThrow('文件已损坏、没有传完，或展开后过大')
})

test('zeros of 30 MB in a small archive are refused without being expanded', () => {
  const bomb = zipSync({ 'imsmanifest.xml': zeros(30 * MB) }, { level: 1 })
  const before = process.memoryUsage().arrayBuffers
  expect(() => readArchive(bomb)).toThrow('展开后过大')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * MB)
})

async function newPath() {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'a.zip')
}

/** Whether this process has the file open. */
function isOpen(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return readdirSync('/dev/fd').some((name) => {
    try {
      const found = fstatSync(Number(name))
      return found.ino === file?.ino && found.dev === file.dev
    } catch {
      return false
    }
  })
}

test('an archive is whole and closed when it is said to be written', async () => {
  const path = await newPath()
  const value = await writeArchiveTo(path, async (archive) => {
    await archive.add('a.txt', Buffer.from('one'))
    await archive.addStream(
      'b.txt',
      (async function* () {
        yield Buffer.from('two')
        await expect.poll(() => isOpen(path)).toBe(true)
        yield Buffer.from('three')
      })(),
    )
    return 7
  })
  expect(value).toBe(7)
  const found = unzipSync(readFileSync(path))
  expect(Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))).toEqual({
    'a.txt': 'one',
    'b.txt': 'twothree',
  })
  await expect.poll(() => isOpen(path)).toBe(false)
})

test('an archive that cannot be filled is closed, and says why', async () => {
  const path = await newPath()
  const failing = writeArchiveTo(path, async (archive) => {
    await archive.add('a.txt', Buffer.from('one'))
    await expect.poll(() => isOpen(path)).toBe(true)
    throw new Error('no second file')
  })
  await expect(failing).rejects.toThrow('no second file')
  await expect.poll(() => isOpen(path)).toBe(false)
})
