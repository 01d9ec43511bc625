// Gaps in a stem.
import { expect, test } from 'vitest'
import { markGaps } from './gaps.ts'

test('runs of underscores are gaps, in order', () => {
  expect(markGaps('<p>水的化学式是____，盐的是__。</p>')).toEqual({
    html: '<p>水的化学式是<span data-gap="0"></span>，盐的是<span data-gap="1"></span>。</p>',
    count: 2,
  })
  expect(markGaps('填＿＿＿').count).toBe(1)
})

test('a single underscore, an attribute and a formula are not gaps', () => {
  const stem = '<p>a_1 <img src="/files/a____b.png" alt="x>____"> <span data-latex="x__2"></span></p>'
  expect(markGaps(stem)).toEqual({ html: stem, count: 0 })
})

test('a lone < in the text does not hide a gap', () => {
  expect(markGaps('3 < 4 ____').count).toBe(1)
})
