// Chunks, values and tags of RTMP.
import { expect, test } from 'vitest'
import {
  ChunkReader,
  FLV_HEADER,
  flvTag,
  isConfig,
  isKeyFrame,
  isPlayable,
  readAmf,
  RtmpError,
  RtmpType,
  writeAmf,
  writeMessage,
} from './rtmp.format.ts'

const video = (...body: number[]) => ({ type: RtmpType.video, time: 0, body: Buffer.from(body) })

test('a message in chunks is read again, byte by byte too, with the time of continued chunks', () => {
  const body = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 251))
  const bytes = writeMessage(RtmpType.command, body)
  const reader = new ChunkReader()
  const found = [...bytes].flatMap((byte) => reader.read(Buffer.of(byte)))
  expect(found).toEqual([{ type: RtmpType.command, time: 0, body }])
  // a second message of the same channel: 40 ms later, of the same length and type
  const again = Buffer.concat([
    Buffer.of(0x83, 0, 0, 40),
    body.subarray(0, 128),
    Buffer.of(0xc3),
    body.subarray(128, 256),
    Buffer.of(0xc3),
    body.subarray(256),
  ])
  expect(reader.read(again)).toEqual([{ type: RtmpType.command, time: 40, body }])
})

test('the size of chunks is what the publisher says, and time may have four bytes', () => {
  const reader = new ChunkReader()
  const body = Buffer.alloc(1_000, 7)
  const head = Buffer.of(4, 0xff, 0xff, 0xff, 0, 0x03, 0xe8, RtmpType.audio, 1, 0, 0, 0, 0x01, 0, 0, 0)
  expect(reader.read(Buffer.concat([writeMessage(RtmpType.chunkSize, Buffer.of(0, 0, 16, 0)), head, body]))).toEqual([
    { type: RtmpType.audio, time: 0x01000000, body },
  ])
})

test('too much before a key is known is refused', () => {
  const head = Buffer.of(4, 0, 0, 0, 0x7f, 0xff, 0xff, RtmpType.audio, 1, 0, 0, 0)
  expect(() => new ChunkReader().read(head)).toThrow(RtmpError)
  const reader = new ChunkReader()
  reader.admit()
  expect(reader.read(head)).toEqual([])
})

test('values of commands are read again; cut off and nested ones are refused', () => {
  const values = ['connect', 1, { app: 'live', flags: { deep: true }, none: null }]
  expect(readAmf(writeAmf(...values))).toEqual(values)
  expect(() => readAmf(writeAmf(...values).subarray(0, 20))).toThrow(RtmpError)
  expect(() => readAmf(Buffer.concat(Array.from({ length: 20 }, () => Buffer.of(3, 0, 1, 97))))).toThrow(RtmpError)
  expect(() => readAmf(Buffer.of(17))).toThrow(RtmpError)
})

test('a tag has its length before and after it; only H.264 is copied', () => {
  expect(FLV_HEADER.toString('latin1', 0, 3)).toBe('FLV')
  const tag = flvTag({ type: RtmpType.audio, time: 0x0a0b0c0d, body: Buffer.of(1, 2) })
  expect([...tag]).toEqual([8, 0, 0, 2, 0x0b, 0x0c, 0x0d, 0x0a, 0, 0, 0, 1, 2, 0, 0, 0, 13])
  expect([isPlayable(video(0x17, 1)), isPlayable(video(0x12)), isPlayable(video(0x90, 0x68))]).toEqual([true, false, false])
  expect([isKeyFrame(video(0x17, 1)), isKeyFrame(video(0x27, 1)), isConfig(video(0x17, 0))]).toEqual([true, false, true])
})
