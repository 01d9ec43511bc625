import { expect, test } from 'vitest'
import { readGrid, withValue, writeGrid } from './watch-address.ts'

const usual = { current: 1, filter: { online: true, offline: true, flagged: false, realName: '' } }

test('an address without filters has the defaults, and the defaults leave no trace', () => {
  expect(readGrid(new URLSearchParams('examId=5'))).toEqual(usual)
  expect(writeGrid(new URLSearchParams('examId=5&grid.page=3&grid.online=false'), usual).toString()).toBe('examId=5')
})

test('page and filters survive the way through the address', () => {
  const query = { current: 4, filter: { online: false, offline: true, flagged: true, realName: '王秀兰' } }
  const address = writeGrid(new URLSearchParams('examId=5&tab=handed'), query)
  expect(address.get('tab')).toBe('handed')
  expect(readGrid(new URLSearchParams(address.toString()))).toEqual(query)
})

test('a page that is no number is the first', () => {
  for (const page of ['0', '-1', 'x', '1e9']) expect(readGrid(new URLSearchParams({ 'grid.page': page })).current).toBe(1)
})

test('an empty value is removed', () => {
  expect(withValue(new URLSearchParams('a=1&b=2'), 'a', '').toString()).toBe('b=2')
})
