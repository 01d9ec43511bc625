// Calculated questions of Moodle become questions with numbers, one for each set of values.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { evaluate } from './moodle-formula.format.ts'
import { parseMoodle } from './moodle-parse.format.ts'

const text = (words: string) => `<text><![CDATA[${words}]]></text>`
const datasets = (values: Record<string, (number | string)[]>) =>
  `<dataset_definitions>${Object.entries(values)
    .map(
      ([name, items]) =>
        `<dataset_definition><name>${text(name)}</name><dataset_items>${items
          .map((value, at) => `<dataset_item><number>${at + 1}</number><value>${value}</value></dataset_item>`)
          .join('')}</dataset_items></dataset_definition>`,
    )
    .join('')}</dataset_definitions>`
const read = (type: string, stem: string, inner: string) =>
  parseMoodle(
    `<quiz><question type="${type}"><questiontext format="html">${text(stem)}</questiontext>${inner}</question></quiz>`,
  )!.questions.map((one) => ({ ...one, told: judge(one).problems.map((problem) => problem.msg) }))
const answer = (formula: string, more: Record<string, string> = {}) =>
  `<answer fraction="100">${text(formula)}${Object.entries(more)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</answer>`

test('each set of values is a number question; tolerances become absolute, answers are rounded as in Moodle', () => {
  const found = read(
    'calculated',
    '<p>{a} 米的绳子剪成 {b} 段，合计 {={a}*2} 米的几分之几？</p>',
    answer('{a}/{b}', { tolerance: '0.01', tolerancetype: '1', correctanswerformat: '1', correctanswerlength: '2' }) +
      datasets({ a: [4, '5.0'], b: [2, 4] }),
  )
  expect(found.map((one) => [one.row, one.quType, one.body.content])).toEqual([
    [1, QuType.fillIn, '<p>4 米的绳子剪成 2 段，合计 8 米的几分之几？</p>'],
    [2, QuType.fillIn, '<p>5.0 米的绳子剪成 4 段，合计 10 米的几分之几？</p>'],
  ])
  expect(found.map((one) => one.body.blanks)).toEqual([
    [{ answer: '2', compare: 'number', tolerance: 0.02 }],
    [{ answer: '1.25', compare: 'number', tolerance: 0.0125 }],
  ])
  expect(found.map((one) => one.told)).toEqual([
    ['计算题的第 1 组数按一道题导入（共 2 组，导入 2 组）'],
    ['计算题的第 2 组数按一道题导入（共 2 组，导入 2 组）'],
  ])
})

test('a rounded answer does not lose what Moodle accepts', () => {
  const [one] = read(
    'calculatedsimple',
    '{x}',
    answer('{x}/3', { tolerance: '0.01', tolerancetype: '2', correctanswerlength: '1' }) + datasets({ x: [1] }),
  )
  const [blank] = one!.body.blanks!
  expect(blank!.answer).toBe('0.3')
  expect(Number(blank!.answer) + blank!.tolerance!).toBeCloseTo(1 / 3 + 0.01, 10)
})

test('a choice whose options are calculated', () => {
  const options =
    `<single>true</single><answer fraction="100" format="html">${text('{={a}+1}')}</answer>` +
    `<answer fraction="0" format="html">${text('{a}')}</answer>`
  const [one] = read('calculatedmulti', '比 {a} 大 1？', options + datasets({ a: [7] }))
  expect([one!.quType, one!.body.options!.map((option) => [option.content, option.isRight])]).toEqual([
    QuType.single,
    [
      ['<p>8</p>', true],
      ['<p>7</p>', false],
    ],
  ])
})

test('more sets than are taken are told; a geometric tolerance too', () => {
  const found = read(
    'calculated',
    '{a}',
    answer('{a}', { tolerance: '0.5', tolerancetype: '3' }) + datasets({ a: Array.from({ length: 12 }, (_, i) => i + 1) }),
  )
  expect(found).toHaveLength(10)
  expect(found[9]!.told).toEqual(['计算题的第 10 组数按一道题导入（共 12 组，导入 10 组）', '几何误差按相近的绝对误差导入'])
})

test.each([
  ['no values', '{a}', answer('{a}'), '计算题没有可用的数据（dataset）'],
  ['an unknown function', '{a}', answer('system({a})') + datasets({ a: [1] }), '计算题的公式“system({a})”不能计算'],
  ['a wild card without values', '{a}', answer('{a}+{c}') + datasets({ a: [1] }), '计算题的公式“{a}+{c}”不能计算'],
  ['a formula in the text', '{a} {=foo({a})}', answer('{a}') + datasets({ a: [1] }), '计算题的公式“{=foo({a})}”不能计算'],
])('%s is an error that keeps the text', (_name, stem, inner, problem) => {
  const found = read('calculated', stem, inner)
  expect(found.map((one) => [one.body.content, one.told])).toEqual([[`<p>${stem}</p>`, [problem]]])
})

test.each<[string, number | undefined]>([
  ['1 + 2 * 3', 7],
  ['-(2 ** 3) / 4', -2],
  ['2*-3', -6],
  ['pow({a}, 2) - sqrt(16)', 21],
  ['round(2.345, 2)', 2.35],
  ['pi()*0 + max(1,{a}, 3)', 5],
  ['7 % 4', 3],
  ['1e3', 1000],
  ['2^3', undefined],
  ['1 +', undefined],
  ['1/0', undefined],
  ['constructor(1)', undefined],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, undefined],
])('%s', (formula, value) => {
  expect(evaluate(formula, new Map([['a', 5]]))).toBe(value)
})
