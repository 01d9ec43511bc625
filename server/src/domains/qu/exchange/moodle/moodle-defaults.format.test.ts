// Moodle XML by other programs: what a missing element means, and numbers with several answers.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseMoodle } from './moodle-parse.format.ts'

function first(type: string, inner: string) {
  const text = `<quiz><question type="${type}"><questiontext format="html"><text>题干</text></questiontext>${inner}</question></quiz>`
  const question = parseMoodle(text)!.questions[0]!
  const { body, problems } = judge(question)
  return { type: question.quType, body, told: problems.map((one) => one.msg) }
}
const answer = (fraction: number, text: string, more = '') => `<answer fraction="${fraction}"><text>${text}</text>${more}</answer>`
const choice = (single: string, fractions: number[]) =>
  first('multichoice', single + fractions.map((one, i) => answer(one, `项${i}`)).join(''))

describe('a choice', () => {
  test('without `single`, or with any word but false, has one right answer', () => {
    for (const single of ['', '<single>true</single>', '<single>1</single>'])
      expect(choice(single, [0, 100, 0])).toMatchObject({ type: QuType.single, told: [] })
  })

  test('with `single` false, or whose answers give full marks only together, has several', () => {
    expect(choice('<single>false</single>', [0, 100, 0]).type).toBe(QuType.multiple)
    expect(choice('<single>0</single>', [50, 50, 0]).type).toBe(QuType.multiple)
    const together = choice('', [50, 50, 0])
    expect([together.type, together.body.options.map((one) => one.isRight)]).toEqual([QuType.multiple, [true, true, false]])
  })
})

describe('numbers with several answers of full marks', () => {
  const margin = (value: number) => `<tolerance>${value}</tolerance>`
  test('keep all of one margin; others are told', () => {
    const same = first('numerical', answer(100, '111', margin(2)) + answer(100, '222', margin(2)))
    expect([same.body.blanks, same.told]).toMatchObject([[{ answer: '111||222', compare: 'number', tolerance: 2 }], []])
    const other = first('numerical', answer(100, '70', margin(8)) + answer(100, '82', margin(9)))
    expect([other.body.blanks, other.told]).toMatchObject([
      [{ answer: '70', tolerance: 8 }],
      ['数值题满分答案的误差不同，只保留与第一个误差相同的，其余 1 个已略过'],
    ])
    expect(first('numerical', answer(100, '70') + answer(50, '80')).told).toEqual(['数值题只保留满分的答案'])
  })

  test('within a cloze', () => {
    const cloze = (code: string) =>
      parseMoodle(`<quiz><question type="cloze"><questiontext><text>${code}</text></questiontext></question></quiz>`)!.questions[0]!
    expect(cloze('几个？{1:NUMERICAL:=1:0~=2:0}').body.blanks).toEqual([{ answer: '1||2', compare: 'number', tolerance: 0 }])
    expect(cloze('几个？{1:NUMERICAL:=1:0~=2:1}').problems.map((one) => one.msg)).toEqual([
      '数值题满分答案的误差不同，只保留与第一个误差相同的，其余 1 个已略过',
    ])
  })
})
