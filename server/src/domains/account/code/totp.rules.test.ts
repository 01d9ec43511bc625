import { expect, test } from 'vitest'
import { base32, codeAt, fromBase32, hashOfRecovery, newRecoveryCodes, newSecret, stepAt, stepOfCode, totpUri } from './totp.rules.ts'

// RFC 6238, appendix B: the secret and the codes of SHA-1
const secret = Buffer.from('12345678901234567890')
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238 at %i s: %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1_000)), 8)).toBe(code)
})

// RFC 4226, appendix D
test.each(
  ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
    (code, counter) => [counter, code] as const,
  ),
)('RFC 4226, counter %i: %s', (counter, code) => expect(codeAt(secret, counter)).toBe(code))

// RFC 4648, section 10
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
  expect(fromBase32(encoded).toString()).toBe(text)
})

test('a code counts one step before and after, and is found however it is grouped', () => {
  const now = new Date(1_111_111_111_000)
  const step = stepAt(now)
  for (const off of [-1, 0, 1]) expect(stepOfCode(secret, codeAt(secret, step + off), now)).toBe(step + off)
  for (const off of [-2, 2]) expect(stepOfCode(secret, codeAt(secret, step + off), now)).toBeUndefined()
  expect(stepOfCode(secret, ' 050 471 ', now)).toBe(step)
  for (const wrong of ['', '05047', '0504710', 'abcdef', '０５０４７１']) expect(stepOfCode(secret, wrong, now)).toBeUndefined()
})

test('secrets have 160 bits, recovery codes 80, and no two are the same', () => {
  expect(fromBase32(newSecret())).toHaveLength(20)
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/)
  expect(hashOfRecovery(codes[0]!.toLowerCase().replaceAll('-', ' '))).toEqual(hashOfRecovery(codes[0]!))
})

test('the address of the QR code', () => {
  expect(totpUri('书院: 考试', 'a b', 'MZXW6')).toBe(
    'otpauth://totp/%E4%B9%A6%E9%99%A2%20%20%E8%80%83%E8%AF%95:a%20b?secret=MZXW6&issuer=%E4%B9%A6%E9%99%A2%20%20%E8%80%83%E8%AF%95',
  )
})
