import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './password.ts'
import { newPassword } from './rule.ts'

describe('a password is common', () => {
  test.each([
    'Learner@2026',
    'Admin@2026',
    'P@ssw0rd',
    'Passw0rd!',
    'Qwerty123!',
    'AdminPass@1',
    'Shuyuan2026',
    '2026@Welcome',
    'Abcd1234',
    '12345678!A',
    'Huawei@123',
    'Hikvision&2026',
  ])('as %s', (password) => expect(isCommonPassword(password)).toBe(true))
  test.each([
    ['Zhaoliu@2026', 'zhaoliu'],
    ['Xx-Zhaoliu-9', 'zhaoliu'],
    ['S20260117!a', 's20260117'],
    ['ZhaoLiu.123456', 'zhao.liu'],
  ])('%s for the account %s', (password, userName) => expect(isCommonPassword(password, userName)).toBe(true))
})

test.each([
  ['Right@2026', 'person1'],
  ['Fresh@2026', 'ann'],
  ['correct-Horse7', 'bob'],
  ['Tk7#mQ2w', 'admin'],
  ['Kettle-Violin-82', 'li'],
])('%s is not, for the account %s', (password, userName) => expect(isCommonPassword(password, userName)).toBe(false))

test('the 3,000 passwords that leaked most often are refused, in lower case, upper case and with a capital', () => {
  const leaked = dictionary['passwords-common'].slice(0, 3_000).map(String)
  const spellings = (one: string) => [one, one.toUpperCase(), one.replace(/[a-z]/, (letter) => letter.toUpperCase())]
  const accepted = leaked.flatMap(spellings).filter((one) => newPassword().safeParse(one).success)
  expect(leaked).toHaveLength(3_000)
  expect(accepted).toEqual([])
})

// with a time that grows with the square of the length, one of these takes half an hour
test.each([' ', 'x', 'aB1!', '1', '中'])('a password of two million signs, %j again and again, is judged at once', (sign) => {
  const long = sign.repeat(2_000_000 / sign.length)
  expect(isCommonPassword(`${long}x`)).toBe(false)
  expect(newPassword().safeParse(`${long}x`).success).toBe(false)
})
