import { createCipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { playAuth } from './play-auth.ts'

const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'
const textOf = (seed: number) => Array.from({ length: 16 }, (_one, at) => signs[(seed * 7 + at * (seed + 3)) % signs.length]).join('')

test('is AES-128-CBC of the moment as base64url, as the server’s library writes it', () => {
  const cases = Array.from({ length: 50 }, (_one, seed) => ({
    ms: 1_795_000_000_000 + seed * 86_399_999,
    key: textOf(seed),
    iv: textOf(seed + 50),
  }))
  const expected = cases.map(({ ms, key, iv }) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    return Buffer.concat([cipher.update(String(ms)), cipher.final()]).toString('base64url')
  })
  expect(cases.map(({ ms, ...keys }) => playAuth(ms, keys))).toEqual(expected)
})
