// Second answers compared with keys.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { differing, isComparable, type Looked, promptOf } from './recheck.rules.ts'

const option = (tag: string, text: string, isRight = false) => ({ tag, content: `<p>${text}</p>`, isRight })
const single: Looked = {
  quType: QuType.single,
  body: { content: '<p>多久检查一次？</p>', options: [option('A', '每月', true), option('B', '每年'), option('C', '每天')] },
}
const multiple: Looked = {
  quType: QuType.multiple,
  body: { content: '<p>哪些要做？</p>', options: [option('A', '关火', true), option('B', '报警', true), option('C', '泼水')] },
}
const trueFalse: Looked = {
  quType: QuType.trueFalse,
  body: { content: '<p>每月检查。</p>', options: [option('A', '正确', true), option('B', '错误')] },
}
const fillIn: Looked = {
  quType: QuType.fillIn,
  body: { content: '<p>达到____，存放____</p>', blanks: [{ answer: '70℃' }, { answer: '2小时||两小时' }] },
}

test.each<[string, Looked, string[], string | undefined]>([
  ['the letter', single, ['A'], undefined],
  ['the text of the option', single, ['每月'], undefined],
  ['another letter', single, ['B'], 'B'],
  ['two letters of a single choice', single, ['A', 'B'], 'A、B'],
  ['a text that is no option', single, ['每周'], '每周'],
  ['nothing', single, [], ''],
  ['only blanks', single, [' '], ''],
  ['both letters in one text', multiple, ['B, A'], undefined],
  ['half of the letters', multiple, ['A'], 'A'],
  ['true as a word', trueFalse, ['正确'], undefined],
  ['true as a letter', trueFalse, ['A'], undefined],
  ['true as a sign', trueFalse, ['√'], undefined],
  ['false', trueFalse, ['不正确'], '不正确'],
  ['the blanks without a unit, and another wording', fillIn, ['70', '两小时'], undefined],
  ['another number', fillIn, ['7', '2小时'], '7、2小时'],
  ['another unit', fillIn, ['70℃', '2天'], '70℃、2天'],
  ['a blank too few', fillIn, ['70℃'], '70℃'],
])('%s', (_name, question, answer, found) => {
  expect(differing([{ no: 1, answer }], [question]).get(0)).toBe(found)
})

test('what is no answer of a question is not counted, and the first answer counts', () => {
  const raws = [null, 'B', { no: 9, answer: ['B'] }, { no: '1', answer: 'A' }, { no: 1, answer: ['B'] }, { no: 2 }]
  expect(differing(raws, [single, multiple]).size).toBe(0)
})

test('the keys do not go with the questions', () => {
  const { system, user } = promptOf([single, fillIn], [{ at: 1, text: '灭火器的材料' }], '=====f=====')
  expect(user).toContain('1. 多久检查一次？\nA. 每月\nB. 每年')
  expect(user).toContain('2. 达到____，存放____')
  expect(`${system}${user}`).not.toMatch(/isRight|70℃|true/)
  expect(isComparable({ quType: QuType.shortAnswer })).toBe(false)
})
