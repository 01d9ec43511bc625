// Facts derived from an identity number.
import { describe, expect, test } from 'vitest'
import { maskIdCard, readIdCard } from './real.rules.ts'
import { areaOf } from './region.data.ts'

const at = (text: string) => new Date(`${text}+08:00`)

describe('an identity number', () => {
  test.each([
    ['11010519491231002X', '2026-06-01T12:00:00', { age: 76, birthday: '1949-12-31', area: '北京市', sex: '女' }],
    ['440524188001010014', '2026-06-01T12:00:00', undefined],
    ['44030719900307001X', '2026-03-07T00:00:00', undefined],
    ['130503670401001', '2026-06-01T12:00:00', { age: 59, birthday: '1967-04-01', area: '河北省邢台市', sex: '男' }],
    ['000000199003070010', '2026-06-01T12:00:00', undefined],
  ])('%s at %s', (idCard, now, facts) => {
    expect(readIdCard(idCard, at(now))).toEqual(facts)
  })

  test('the age increases on the birthday, in the site’s time zone', () => {
    expect(readIdCard('11010519491231002X', at('2026-12-30T23:59:59'))?.age).toBe(76)
    expect(readIdCard('11010519491231002X', at('2026-12-31T00:00:01'))?.age).toBe(77)
  })

  test('with a birthday in the future is refused', () => {
    expect(readIdCard('11010519491231002X', at('1949-12-30T12:00:00'))).toBeUndefined()
  })

  test('is masked except for the first three and last four characters', () => {
    expect(maskIdCard('11010519491231002X')).toBe('110***********002X')
    expect(maskIdCard('130503670401001')).toBe('130********1001')
    expect(maskIdCard('1234567')).toBe('*******')
    expect(maskIdCard('')).toBe('')
  })
})

test.each([
  ['110105', '北京市'],
  ['310115', '上海市'],
  ['320106', '江苏省南京市'],
  ['440305', '广东省深圳市'],
  ['441900', '广东省东莞市'],
  ['510104', '四川省成都市'],
  ['510213', '四川省重庆市'],
  ['532901', '云南省大理白族自治州'],
  ['659001', '新疆维吾尔自治区'],
  ['710000', '台湾省'],
  ['990000', ''],
])('numbers that begin with %s were issued in %s', (code, area) => {
  expect(areaOf(code)).toBe(area)
})
