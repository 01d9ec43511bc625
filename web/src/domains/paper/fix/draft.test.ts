import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { bodyOf, type Item, newDraft } from './draft.ts'

const leaf = {
  quId: '7',
  quType: QuType.single,
  content: '题',
  answerList: [],
  blankCount: 0,
  left: [],
  right: [],
  score: 2,
  rightTags: ['A'],
  blanks: [],
  pairs: [] as [string, string][],
  rule: {},
  fixed: null,
}
const item = (over: Partial<Item> = {}): Item => ({ ...leaf, subs: [], voidHow: null, bankFits: true, ...over })

test('only differences are sent', () => {
  const single = item()
  const draft = newDraft(single)
  expect(draft).toMatchObject({ how: 'key', subId: '', right: ['A'] })
  expect(bodyOf('1', single, draft).key).toEqual({})
  expect(bodyOf('1', single, { ...draft, right: ['C', 'A'] }).key).toEqual({ right: ['A', 'C'] })
  expect(bodyOf('1', single, { ...draft, how: 'drop', right: ['C'] })).not.toHaveProperty('key')
  const multiple = item({ quType: QuType.multiple, rule: { penalty: 50 } })
  expect(bodyOf('1', multiple, { ...newDraft(multiple), multiple: 'half' }).key).toEqual({ rule: { penalty: 50, multiple: 'half' } })
})

test('blanks keep their comparison settings, pairs are sent completely', () => {
  const gaps = item({
    quType: QuType.fillIn,
    blankCount: 2,
    blanks: [
      { answer: '甲', compare: 'exact' },
      { answer: '乙', compare: 'normal' },
    ],
  })
  expect(bodyOf('1', gaps, { ...newDraft(gaps), blanks: ['甲', '乙||丙'] }).key).toEqual({
    blanks: [
      { answer: '甲', compare: 'exact' },
      { answer: '乙||丙', compare: 'normal' },
    ],
  })
  const side = (tags: string) => tags.split('').map((tag) => ({ tag, content: tag }))
  const match = item({
    quType: QuType.matching,
    left: side('AB'),
    right: side('abc'),
    pairs: [
      ['A', 'a'],
      ['B', 'b'],
    ],
  })
  expect(bodyOf('1', match, { ...newDraft(match), pairs: { A: 'a', B: 'c' } }).key).toEqual({
    pairs: [
      ['A', 'a'],
      ['B', 'c'],
    ],
  })
})

test('a composite is corrected by part and voided as a whole; a short answer can only be voided', () => {
  const composite = item({
    quType: QuType.composite,
    subs: [
      { ...leaf, quId: '1', quType: QuType.shortAnswer },
      { ...leaf, quId: '2' },
    ],
  })
  const draft = newDraft(composite)
  expect(draft.subId).toBe('2')
  expect(bodyOf('1', composite, { ...draft, how: 'full' }).subId).toBe('')
  expect(newDraft(item({ quType: QuType.shortAnswer, voidHow: 'drop' }))).toMatchObject({ how: 'drop' })
})
