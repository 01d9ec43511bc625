// The check character by the worked example of GB 32100-2015 and by codes that companies publish.
import { expect, test } from 'vitest'
import { invoice } from './invoice.ts'
import { isCreditCode, isTaxNumber } from './tax-number.ts'

test.each(['91350100M000100Y43', '91330100799655058B', '9144030071526726XG', '914403001922038216', '91110000802100433B'])(
  'the published code %s is right, and wrong with any other last character',
  (code) => {
    const others = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (last) => code.slice(0, -1) + last)
    expect(others.filter(isCreditCode)).toEqual([code])
  },
)

test('the standard calls 91350100M000100Y4Z wrong', () => expect(isTaxNumber('91350100M000100Y4Z')).toBe(false))

test.each([
  ['123', false],
  ['350100100000018', true],
  ['35010010000001', false],
  ['ABCDEFGHIJKLMNO', false],
  ['3501001000000180', true],
  ['11010519491231002X', true],
  ['110105194912310021', false],
  ['11010519491231002X01', true],
  ['11010519491231002X012', false],
])('%s: %s', (value, expected) => expect(isTaxNumber(value)).toBe(expected))

test('the request of an invoice refuses a wrong number at its field, and stores a right one in capitals', () => {
  const form = { orderId: '1', companyName: '云水酒店', email: 'caiwu@example.com', phone: '13700000001' }
  const wrong = invoice.save.input.safeParse({ ...form, companyId: '123' })
  expect(wrong.error?.issues.map((issue) => issue.path)).toEqual([['companyId']])
  expect(invoice.save.input.parse({ ...form, companyId: ' 91350100m000100y43 ' })).toMatchObject({ companyId: '91350100M000100Y43' })
})
