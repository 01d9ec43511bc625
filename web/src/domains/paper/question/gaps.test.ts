// Gaps in a stem.
import { expect, test } from 'vitest'
import { markGaps, sentencesOfGaps } from './gaps.ts'

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

test('each gap has the sentence around it, up to its end or the end of its paragraph', () => {
  const of = (stem: string) => sentencesOfGaps(markGaps(stem).html)
  expect(of('<p>火警电话是____，急救电话是____。保持冷静。</p>')).toEqual(['火警电话是 … ，急救电话是 …', '火警电话是 … ，急救电话是 …'])
  expect(of('<p>先看图。</p><p>疏散指示灯是____色</p><p>____</p>')).toEqual(['疏散指示灯是 … 色', ''])
  expect(of('Water boils at ____ °C. Version 1.5 is ____')).toEqual(['Water boils at … °C', 'Version 1.5 is …'])
  expect(of(`<p>${'长'.repeat(200)}____</p>`)[0]).toHaveLength(121)
  expect(of('<p>没有空</p>')).toEqual([])
})
