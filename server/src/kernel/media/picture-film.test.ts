// Pictures as a film: a demuxer reads them with their times and their size.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Demuxer } from 'node-av/api'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { filmOfPictures, sizeOfJpeg } from './picture-film.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-pictures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const draw = (blue: number) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 0, g: 0, b: blue } } })
    .jpeg()
    .toBuffer()

async function* some() {
  for (const [at, time] of [3_000, 5_000, 9_500].entries()) yield { time, jpeg: await draw(at * 90) }
}

test('a film of pictures has their times from the first one on, and their size', async () => {
  const parts: Buffer[] = []
  for await (const part of filmOfPictures(some(), 11_000)) parts.push(part)
  const path = join(folder, 'a.mkv')
  await writeFile(path, Buffer.concat(parts))
  await using demuxer = await Demuxer.open(path)
  const stream = demuxer.video()!
  expect([stream.codecpar.width, stream.codecpar.height]).toEqual([320, 240])
  const times: number[] = []
  for await (const packet of demuxer.packets(stream.index)) if (packet) times.push(Math.round(Number(packet.pts)))
  expect(times).toEqual([0, 2_000, 6_500])
  expect(Math.round(demuxer.duration)).toBe(8)
})

test('other bytes have no size, and make no film', async () => {
  expect(sizeOfJpeg(Buffer.from('GIF89a nothing to see here'))).toBeUndefined()
  async function* none() {
    yield { time: 0, jpeg: Buffer.from('GIF89a nothing to see here') }
  }
  const parts: Buffer[] = []
  for await (const part of filmOfPictures(none(), 1)) parts.push(part)
  expect(parts).toEqual([])
})
