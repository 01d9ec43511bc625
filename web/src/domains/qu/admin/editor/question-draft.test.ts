import { QuType } from '@shuyuan/contract/qu/content.ts'
import { checkQuestion } from '@shuyuan/contract/qu/question-check.ts'
import { describe, expect, test } from 'vitest'
import { type Draft, fitType, fromBody, gapsIn, moved, newDraft, newSub, toBody } from './question-draft.ts'

const choice = (): Draft => {
  const draft = newDraft(QuType.single)
  return {
    ...draft,
    content: '<p>题干</p>',
    options: draft.options.map((one, i) => ({ ...one, content: `<p>${i}</p>`, isRight: i === 2, ...(i === 3 ? { pinned: true } : {}) })),
  }
}

test('options get letters by position, and preserve mark, pin and content when they move', () => {
  const draft = choice()
  const body = toBody(QuType.single, { ...draft, options: moved(draft.options, 2, 0) })
  expect(body.options.map(({ tag, content, isRight }) => [tag, content, isRight])).toEqual([
    ['A', '<p>2</p>', true],
    ['B', '<p>0</p>', false],
    ['C', '<p>1</p>', false],
    ['D', '<p>3</p>', false],
  ])
  expect(body.options[3]).toMatchObject({ pinned: true })
})

test('pairs follow their rows when either side is reordered', () => {
  const body = toBody(QuType.matching, {
    ...newDraft(QuType.matching),
    content: '<p>配对</p>',
  })
  const named = {
    ...body,
    left: body.left.map((one) => ({ ...one, content: `左${one.tag}` })),
    right: body.right.map((one) => ({ ...one, content: `右${one.tag}` })),
    pairs: [
      ['A', 'b'],
      ['B', 'a'],
    ] as [string, string][],
  }
  const draft = fromBody(named)
  const turned = toBody(QuType.matching, { ...draft, right: moved(draft.right, 0, 1) })
  expect(turned.right.map((one) => one.content)).toEqual(['右b', '右a'])
  expect(turned.pairs).toEqual([
    ['A', 'a'],
    ['B', 'b'],
  ])
})

test('removing the right row removes its pair', () => {
  const draft = newDraft(QuType.matching)
  expect(toBody(QuType.matching, { ...draft, right: draft.right.slice(1) }).pairs).toHaveLength(1)
})

test('a stored question is unchanged after a round trip', () => {
  const body = toBody(QuType.composite, {
    ...newDraft(QuType.composite),
    content: '<p>材料</p>',
    subs: [newSub(QuType.fillIn, []), { ...newSub(QuType.single, []), id: '7', weight: 3 }],
  })
  expect(toBody(QuType.composite, fromBody(body))).toEqual(body)
})

describe('changing the type', () => {
  test('preserves the text and at most one right option', () => {
    const many = { ...choice(), options: choice().options.map((one) => ({ ...one, isRight: true })) }
    const single = fitType(many, QuType.single)
    expect(single.options.map((one) => one.content)).toEqual(['<p>0</p>', '<p>1</p>', '<p>2</p>', '<p>3</p>'])
    expect(single.options.filter((one) => one.isRight)).toHaveLength(1)
  })
  test('does not send fields that the new type does not use', () => {
    const draft = fitType(choice(), QuType.shortAnswer)
    expect(toBody(QuType.shortAnswer, draft).options).toEqual([])
    expect(fitType(draft, QuType.single).options).toHaveLength(4)
  })
  test('true/false sets its two options, and another type removes them', () => {
    const draft = newDraft(QuType.trueFalse)
    expect(draft.options.map((one) => one.content)).toEqual(['<p>正确</p>', '<p>错误</p>'])
    expect(fitType(draft, QuType.single).options).toHaveLength(4)
  })
})

test('a new question of each type is refused only because of empty fields', () => {
  const draft = { ...newDraft(QuType.trueFalse), content: '<p>题干</p>' }
  expect(checkQuestion(QuType.trueFalse, toBody(QuType.trueFalse, draft))).toEqual([])
  expect(checkQuestion(QuType.composite, toBody(QuType.composite, newDraft(QuType.composite))).map((one) => one.path)).toEqual([
    'content',
    'subs',
  ])
})

test('new sub-questions are numbered after the last one', () => {
  const first = newSub(QuType.single, [])
  expect(newSub(QuType.single, [{ ...first, id: '4' }]).id).toBe('5')
})

test('blanks are runs of four or more underscores', () => expect(gapsIn('<p>____年______月</p><p>__</p>')).toBe(2))
