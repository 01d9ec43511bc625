import { expect, test } from 'vitest'
import { bareName, lengthText, sizeText, spanText } from './file-labels.ts'

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [3_500, '3.4 KB'],
  [1_048_576, '1 MB'],
  [26_214_400, '25 MB'],
  [209_715_200, '200 MB'],
  [1_610_612_736, '1.5 GB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

test.each([
  [0, ''],
  [45, '0:45'],
  [245, '4:05'],
  [3_845, '1:04:05'],
])('a file of %i seconds shows “%s”', (seconds, text) => expect(lengthText(seconds)).toBe(text))

test.each([
  [45, '45 秒'],
  [300, '5 分钟'],
  [330, '5 分 30 秒'],
])('%i seconds are %s', (seconds, text) => expect(spanText(seconds)).toBe(text))

test('a title is the file name without its extension', () => {
  expect(bareName('消防安全 v1.2.mp4')).toBe('消防安全 v1.2')
  expect(bareName('.mp4')).toBe('.mp4')
})
