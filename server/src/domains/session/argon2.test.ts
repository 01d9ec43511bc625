// Hashes of the package and of Node are read by both.
import { expect, test } from 'vitest'
import { nodeArgon2, openArgon2 } from './argon2.service.ts'

const PASSWORD = 'Täglich-Öl 书院 1'
const ofPackage = await openArgon2()
const missing = await openArgon2(() => Promise.reject(new Error('Cannot find native binding')))

test('without the package Node hashes', () => {
  expect(missing).toBe(nodeArgon2)
  expect(ofPackage).not.toBe(nodeArgon2)
})

test.each([
  ['the package', ofPackage, 'Node', missing],
  ['Node', missing, 'the package', ofPackage],
  ['Node', missing, 'Node', missing],
])('a hash of %s is verified by %3$s', async (_writes, writer, _reads, reader) => {
  const stored = await writer.hash(PASSWORD)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await writer.hash(PASSWORD)).not.toBe(stored)
  expect(await reader.verify(stored, PASSWORD)).toBe(true)
  expect(await reader.verify(stored, `${PASSWORD} `)).toBe(false)
})

test('other parameters and lengths of a stored hash are taken from it', async () => {
  const { hash } = await import('@node-rs/argon2')
  const stored = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 3, parallelism: 2, outputLen: 24 })
  expect(await missing.verify(stored, PASSWORD)).toBe(true)
  expect(await missing.verify(stored, 'other')).toBe(false)
})

test('what is no hash is refused', async () => {
  await expect(missing.verify('$argon2id$v=19$m=1$x', PASSWORD)).rejects.toThrow('not an Argon2 hash')
})
