// Suggestions that would change what is right, numbers or blanks are left out, and the rules without a model suggest what the checks keep.
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { type Asked, itemsByRules, type RawItem, suggestionsOf } from './improve.rules.ts'

const levels = new Map([
  [1, '普通'],
  [2, '较难'],
])
const options = [
  { tag: 'A', content: '<p>每月</p>', isRight: true },
  { tag: 'B', content: '<p>每周</p>', isRight: false },
  { tag: 'C', content: '<p>A. 每年。</p>', isRight: false },
]
const asked = (body: object = {}, more: Partial<Asked> = {}): Asked => ({
  quType: QuType.single,
  level: QuLevel.normal,
  levels,
  wants: ['stem', 'options', 'analysis', 'level', 'translate'],
  body: QuestionBody.parse({ content: '<p>30 公斤的灭火器多久检查一次?</p>', options, ...body }),
  ...more,
})
const item = (more: Partial<RawItem>): RawItem => ({ field: 'stem', n: 0, text: '30 公斤的灭火器应多久检查？', why: '更短', ...more })
const kept = (raw: unknown, given = asked()) => suggestionsOf([raw], given).items

test('a shorter stem is shown beside the old one', () => {
  expect(kept(item({}))).toEqual([
    {
      field: 'stem',
      at: 0,
      before: '30 公斤的灭火器多久检查一次?',
      after: '30 公斤的灭火器应多久检查？',
      html: '<p>30 公斤的灭火器应多久检查？</p>',
      level: null,
      why: '更短',
    },
  ])
})

test.each([
  ['a stem with another number', item({ text: '40 公斤的灭火器应多久检查？' })],
  ['a stem in another language', item({ text: 'How often is it checked (30 kg)?' })],
  ['the right option', item({ field: 'option', n: 1, text: '每季度' })],
  ['an option that another says', item({ field: 'option', n: 3, text: '每周。' })],
  ['an option that is the right one', item({ field: 'option', n: 2, text: '每月' })],
  ['an option that is not there', item({ field: 'option', n: 9, text: '每天' })],
  ['a level that the site has not', item({ field: 'level', text: '极难' })],
  ['a translation in Chinese', item({ field: 'english_stem', text: '30 公斤' })],
  ['a translation of what is empty', item({ field: 'english_analysis', text: 'Because.' })],
  ['no text', item({ text: ' ' })],
  ['another shape', { field: 'answer', text: 'B' }],
  ['a text instead of an item', 'B'],
])('%s is dropped', (_name, raw) => {
  expect(suggestionsOf([raw], asked())).toEqual({ items: [], dropped: 1 })
})

test('what was not asked for is dropped', () => {
  expect(kept(item({}), asked({}, { wants: ['options'] }))).toEqual([])
  expect(kept(item({ field: 'english_stem', text: 'How often (30 kg)?' }), asked({}, { wants: ['stem'] }))).toEqual([])
})

test('a picture or formula keeps its field as it is, but a translation is added below', () => {
  const body = { content: '<p>30 <img src="/files/a.png"> 公斤的灭火器？</p>' }
  expect(kept(item({}), asked(body))).toEqual([])
  expect(kept(item({ field: 'english_stem', text: 'An extinguisher of 30 kg?' }), asked(body))[0]?.html).toBe(
    '<p>30 <img src="/files/a.png"> 公斤的灭火器？</p><p>An extinguisher of 30 kg?</p>',
  )
})

test('blanks stay as many as they were', () => {
  const body = { content: '<p>灭火器每____检查</p>', options: [], blanks: [{ answer: '月' }] }
  const fillIn = asked(body, { quType: QuType.fillIn })
  expect(kept(item({ text: '灭火器检查' }), fillIn)).toEqual([])
  expect(kept(item({ text: '灭火器应每____检查一次' }), fillIn)).toHaveLength(1)
})

test('markup is text', () => {
  const [found] = kept(item({ text: '30 公斤<script>alert(1)</script><img src=x onerror=alert(2)>检查？', why: '<b>好</b>' }), asked())
  // the number of the script is another number
  expect(found).toBeUndefined()
  const [other] = kept(item({ field: 'analysis', text: '<img src=x onerror=alert(1)>每月检查。' }))
  expect(other?.html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;每月检查。</p>')
})

test('the first of two suggestions for a field counts', () => {
  const { items, dropped } = suggestionsOf([item({}), item({ text: '灭火器（30 公斤）多久检查？' })], asked())
  expect([items.length, dropped]).toEqual([1, 1])
})

test('without a model: marks, letters of options, an explanation from the key, and the level', () => {
  const given = asked({ content: '<p>根据材料，灭火器 的检查周期是,</p>' }, { level: QuLevel.hard })
  const { items, dropped } = suggestionsOf(itemsByRules(given), given)
  expect(dropped).toBe(0)
  expect(items.map((one) => [one.field, one.after])).toEqual([
    ['stem', '灭火器的检查周期是（ ）。'],
    ['option', '每年'],
    ['analysis', '正确答案是 A（每月）。'],
    ['level', '普通'],
  ])
  expect(itemsByRules(asked({ content: '<p>灭火器多久检查一次？</p>', options: options.slice(0, 2), analysis: '<p>每月。</p>' }))).toEqual([
    expect.objectContaining({ field: 'level', text: '普通' }),
  ])
})
