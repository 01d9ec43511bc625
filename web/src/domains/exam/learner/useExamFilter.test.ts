// The exam list's filter as read from the URL.
import { expect, test } from 'vitest'
import { readFilter } from './useExamFilter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('a filter is read from the URL', () => {
  expect(read('title=+消防+&phase=open&examType=2&page=3')).toEqual({ title: '消防', phase: 'open', examType: '2', current: 3 })
})

test.each(['', 'phase=toString&page=0', 'phase=&page=-1', 'page=1e9', 'page=abc', 'examType=x'])(
  'invalid values are ignored: %j',
  (text) => {
    expect(read(text)).toEqual({ title: '', phase: undefined, examType: '', current: 1 })
  },
)
