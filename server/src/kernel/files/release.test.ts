// Memory of buffers that is given back, and bodies that are read without copies that stay.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readOwn, release } from './release.ts'

test('a buffer with memory of its own is given back, one that shares it is not', () => {
  const own = Buffer.alloc(100_000, 1)
  const shared = own.subarray(5)
  release(shared)
  expect([shared.length, own[9]]).toEqual([99_995, 1])
  release(own)
  expect([own.length, own.buffer.byteLength, shared.length]).toEqual([0, 0, 0])
  // small ones come from one pool
  const [small, other] = [Buffer.from('abc'), Buffer.from('def')]
  release(small)
  expect([small.toString(), other.toString()]).toEqual(['abc', 'def'])
})

test('a body is read as it came, and its chunks are given back', async () => {
  const bytes = randomBytes(150_000)
  const chunks = () =>
    [0, 60_000, 120_000].map((at) => Uint8Array.prototype.slice.call(bytes, at, at + 60_000)).map((one) => Buffer.from(one.buffer))
  const given = chunks()
  const read = await readOwn(Readable.from(given), { length: bytes.length, most: 200_000, isFromSocket: true })
  expect(read.equals(bytes)).toBe(true)
  expect(given.map((one) => one.length)).toEqual([0, 0, 0])
  expect((await readOwn(Readable.from(chunks()), { length: undefined, most: 200_000, isFromSocket: true })).equals(bytes)).toBe(true)
})

test('a body that breaks off is a fault of the line, not of the server', async () => {
  const body = new Readable({ read: () => undefined })
  body.push(Buffer.alloc(10))
  const reading = readOwn(body, { length: 20, most: 100, isFromSocket: false })
  body.destroy(new Error('aborted'))
  await expect(reading).rejects.toMatchObject({ statusCode: 400 })
})

test('a body that is longer than was said, or than is taken, is refused', async () => {
  const body = () => Readable.from([Buffer.alloc(10)])
  await expect(readOwn(body(), { length: 9, most: 100, isFromSocket: false })).rejects.toMatchObject({ statusCode: 413 })
  await expect(readOwn(body(), { length: undefined, most: 9, isFromSocket: false })).rejects.toMatchObject({ statusCode: 413 })
  await expect(readOwn(body(), { length: 101, most: 100, isFromSocket: false })).rejects.toMatchObject({ statusCode: 413 })
})
