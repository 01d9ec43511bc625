// Validation rules that client and server share, with their specified messages.
import { messageOf } from './message.ts'
import { describe, expect, test } from 'vitest'
import type * as z from './z.ts'
import { dailyHours } from './daily-hours.ts'
import { directory, email, idCard, isIdCard, mobile, newPassword, orEmpty, webAddress, webFolder } from './rule.ts'

const said = (rule: z.ZodType, value: unknown) => {
  const read = rule.safeParse(value)
  return read.success ? 'ok' : messageOf(read.error.issues[0]?.message ?? '').zh
}

test.each([
  [mobile, '13800138000', 'ok'],
  [mobile, ' 19912345678 ', 'ok'],
  [mobile, '12800138000', '手机号码格式不正确!'],
  [mobile, '1380013800', '手机号码格式不正确!'],
  [email, 'a.b+c@mail.example.com', 'ok'],
  [email, 'a@b', '邮箱格式不正确!'],
  [email, 'a b@c.com', '邮箱格式不正确!'],
  [orEmpty(email), '', 'ok'],
  [orEmpty(mobile), '1', '手机号码格式不正确!'],
  [newPassword(), 'Lamp12345', 'ok'],
  [newPassword(), 'lamp1234!', 'ok'],
  [newPassword(), '', '密码不能为空！'],
  [newPassword(), 'Ab1!', '密码长度应为8-60位'],
  [newPassword(), 'A1!'.repeat(21), '密码长度应为8-60位'],
  [newPassword(), 'abcdefgh1', '密码应包含大写字母、小写字母、数字、特殊字符其中三种!'],
  [webAddress(), 'https://example.com/a', 'ok'],
  [webAddress(), '', 'URL不能为空！'],
  [webAddress(), 'ftp://example.com', 'URL必须以http或https开头！'],
  [webFolder(), 'https://example.com/a', 'URL必须以/结尾！'],
  [webFolder(), 'https://example.com/a/', 'ok'],
  [directory(), '/data/files/', 'ok'],
  [directory(), 'D:/files/', 'ok'],
  [directory(), '', '目录不能为空！'],
  [directory(), 'data/', '目录必须以/或盘符开头！'],
  [directory(), '/data', '目录必须以/结尾！'],
  [dailyHours('时间段'), '08:00-12:00\n14:00-18:00', 'ok'],
  [dailyHours('时间段'), '', 'ok'],
  [dailyHours('时间段'), '22:00-06:00', 'ok'],
  [dailyHours('时间段'), '8:00-12:00', '时间段格式应为 HH:mm-HH:mm，每行一个'],
  [dailyHours('时间段'), '08:00-24:00', '时间段格式应为 HH:mm-HH:mm，每行一个'],
  [dailyHours('时间段'), '08:00-08:00', '时间段的开始和结束不能相同'],
] as const)('%# %s', (rule, value, expected) => {
  expect(said(rule, value)).toBe(expected)
})

describe('identity numbers', () => {
  test.each([
    ['11010519491231002X', true],
    ['440524188001010014', false],
    ['11010519491231002x', false],
    ['110105194912310021', false],
    ['110105194902310026', false],
    ['110105491231002', true],
    ['110105491331002', false],
    ['1101051949123100', false],
  ])('%s: %s', (value, expected) => {
    expect(isIdCard(value)).toBe(expected)
  })

  test('are upper-cased before they are checked', () => {
    expect(idCard.parse(' 11010519491231002x ')).toBe('11010519491231002X')
    expect(said(idCard, '110105194912310021')).toBe('身份证号码格式不正确!')
  })
})
