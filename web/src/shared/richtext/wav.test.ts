// The bytes of a WAV file.
import { expect, test } from 'vitest'
import { wavOf } from './wav.ts'

test('16 bit, one channel, at the given rate, clipped at full scale', async () => {
  const blob = wavOf([new Float32Array([0, 1]), new Float32Array([-1, 2])], 48_000)
  const view = new DataView(await blob.arrayBuffer())
  const text = (at: number, length: number) => String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)))
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([1, 48_000, 16])
  expect(view.getUint32(40, true)).toBe(8)
  expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_768, 32_767])
  expect(blob.type).toBe('audio/wav')
})
