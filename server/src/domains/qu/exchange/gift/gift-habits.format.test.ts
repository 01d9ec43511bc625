// GIFT as people write it by hand: empty answers, several numbers, and what is no GIFT.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseGift } from './gift-parse.format.ts'

const one = (text: string) => parseGift(text).questions[0]!
const told = (text: string) => judge(one(text)).problems.map(({ level, msg }) => `${level}: ${msg}`)

describe('empty answers are left out', () => {
  test.each(['首都？{~=北京 ~上海}', '首都？{=北京 ~ ~上海}', '首都？{~\n=北京\n~上海\n~}'])('%j', (text) => {
    expect(one(text).body.options?.map((option) => [option.content, option.isRight])).toEqual([
      ['<p>北京</p>', true],
      ['<p>上海</p>', false],
    ])
    expect(told(text)).toEqual([])
  })

  test('an answer that is nothing but empty is still refused', () => {
    expect(told('首都？{=}')).toEqual(['error: 请填写该空的答案'])
  })
})

describe('numbers with several answers', () => {
  const blanks = (text: string) => one(text).body.blanks
  test('keep all of one margin', () => {
    expect(blanks('年份？{#=1822 =1900}')).toEqual([{ answer: '1822||1900', compare: 'number', tolerance: 0 }])
    expect(blanks('年份？{#=1822:5 =1900:5}')).toEqual([{ answer: '1822||1900', compare: 'number', tolerance: 5 }])
    expect(told('年份？{#=1822 =1900}')).toEqual([])
  })

  test('tell those of another margin, and those of part of the points', () => {
    expect(blanks('年份？{#=1822:0 =1900:5}')).toEqual([{ answer: '1822', compare: 'number', tolerance: 0 }])
    expect(told('年份？{#=1822:0 =1900:5}')).toEqual(['warn: 数值题满分答案的误差不同，只保留与第一个误差相同的，其余 1 个已略过'])
    expect(told('年份？{#=1822:0 =%50%1822:2}')).toEqual(['warn: 数值题只保留满分的答案'])
  })
})

test.each(['哪种水果？{1:MULTICHOICE:=梨~苹果}', '几个？{3:NUMERICAL:=0:0.1}和{1:SHORTANSWER:=零}', '首都？{:SA:=北京}'])(
  'the text of a cloze is no GIFT: %s',
  (text) => {
    expect(told(text)).toEqual(['error: 这是 Moodle 的完形填空（cloze）文字，不是 GIFT，请从 Moodle 导出为 Moodle XML 后再导入'])
  },
)

test('half a share before an answer is told', () => {
  const text = '空白{=北京 ~75%上海 ~%0%广州}处'
  expect(one(text).quType).toBe(QuType.single)
  expect(told(text)).toEqual(['warn: 答案以“75%”开头，像是没有写全的分值（应为 %75%），请核对'])
})
