// The exam list's filter as read from the URL.
import { expect, test } from 'vitest'
import { readFilter } from './useExamFilter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))

test('a filter is read from the URL', () => {
  expect(read('title=+消防+&stage=done&examType=2&page=3')).toEqual({ title: '消防', stage: 'done', examType: '2', current: 3 })
})

test.each(['', 'stage=toString&page=0', 'stage=&page=-1', 'page=1e9', 'page=abc', 'examType=x'])(
  'invalid values are ignored: %j',
  (text) => {
    expect(read(text)).toEqual({ title: '', stage: undefined, examType: '', current: 1 })
  },
)
