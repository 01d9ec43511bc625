// A recording that is written anew keeps its packets and gets a length.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measure } from './measure.ts'
import { remuxWebm } from './remux.ts'
import { makeRealWebm } from './webm.factory.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'shuyuan-remux-'))))
afterAll(() => rm(folder, { recursive: true }))

const of = (bytes: Buffer) => ({ size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) })
const DURATION = Buffer.from('4489', 'hex')
const CUES = Buffer.from('1c53bb6b', 'hex')

test('a recording gets a length and an index, and keeps every picture and sound', async () => {
  const film = await makeRealWebm(12)
  expect(film.includes(DURATION)).toBe(false)
  const path = join(folder, 'a.webm')
  await remuxWebm(of(film), path)
  const written = await readFile(path)
  expect([written.includes(DURATION), written.includes(CUES)]).toEqual([true, true])
  expect(await measure(path)).toMatchObject({ seconds: 11.8, videoCodec: 'vp8', audioCodec: 'opus', width: 320, height: 240 })
  for (const at of [0, 30, 59]) expect(written.includes(Buffer.alloc(900, at))).toBe(true)
})

test('a file that broke off is written up to there, and other bytes are refused', async () => {
  const film = await makeRealWebm(12)
  const path = join(folder, 'b.webm')
  await remuxWebm(of(film.subarray(0, Math.floor(film.length / 2))), path)
  const found = await measure(path)
  expect(found!.seconds).toBeGreaterThan(4)
  expect(found!.seconds).toBeLessThan(7)
  // nor is a file opened for them, which nothing would close
  const other = join(folder, 'other.webm')
  await expect(remuxWebm(of(Buffer.alloc(5_000, 1)), other)).rejects.toThrow(/./)
  expect(existsSync(other)).toBe(false)
})
