import { MOST_ITEMS } from '@shuyuan/contract/path/stage.ts'
import { expect, test } from 'vitest'
import { cardId, dropped, endId, inserted, movedBy, movedTo, newId, nextTarget, placeText, stageId, stageMovedBy } from './board.ts'
import type { EditedItem, EditedStage } from './new-stage.ts'

const item = (refId: string, required = true): EditedItem => ({ kind: 'course', refId, title: `课程${refId}`, required, amount: 20 })
const stage = (id: string, items: EditedItem[], need = 0): EditedStage => ({ id, title: id, need, days: 0, items })
const [one, two, three, four] = [item('1'), item('2'), item('3', false), item('4')]
const stages = [stage('甲', [one, two, three], 1), stage('乙', [four]), stage('丙', [])]
const shape = (all: readonly EditedStage[]) => all.map((each) => `${each.title}:${each.items.map((card) => card.refId).join()}`)
const [a, b, c] = stages as [EditedStage, EditedStage, EditedStage]

test('a card takes the place of another one, in its stage and in another one, or comes to the end', () => {
  expect(shape(dropped(stages, cardId(one), cardId(three)))).toEqual(['甲:2,3,1', '乙:4', '丙:'])
  expect(shape(dropped(stages, cardId(three), cardId(one)))).toEqual(['甲:3,1,2', '乙:4', '丙:'])
  expect(shape(dropped(stages, cardId(two), cardId(four)))).toEqual(['甲:1,3', '乙:2,4', '丙:'])
  expect(shape(dropped(stages, cardId(two), endId(b)))).toEqual(['甲:1,3', '乙:4,2', '丙:'])
  expect(shape(dropped(stages, cardId(one), endId(a)))).toEqual(['甲:2,3,1', '乙:4', '丙:'])
  expect(shape(dropped(stages, cardId(four), endId(c)))).toEqual(['甲:1,2,3', '乙:', '丙:4'])
  expect(dropped(stages, cardId(one), cardId(one))).toBe(stages)
  expect(dropped(stages, cardId(one), stageId(b))).toBe(stages)
})

test('a stage asks for no more optional items than it has left', () => {
  expect(dropped(stages, cardId(three), endId(b)).map((each) => each.need)).toEqual([0, 0, 0])
})

test('a full stage takes no card', () => {
  const full = stage(
    '满',
    Array.from({ length: MOST_ITEMS }, (_one, at) => item(`9${at}`)),
  )
  const all = [a, full]
  expect(dropped(all, cardId(one), endId(full))).toBe(all)
  expect(shape(dropped(all, cardId(full.items[1]!), cardId(full.items[0]!)))[1]).toMatch(/^满:91,90,92/)
})

test('stages move with their cards, and menus move by one place or to the end of a stage', () => {
  expect(shape(dropped(stages, stageId(c), stageId(a)))).toEqual(['丙:', '甲:1,2,3', '乙:4'])
  expect(shape(stageMovedBy(stages, 0, 1))).toEqual(['乙:4', '甲:1,2,3', '丙:'])
  expect(stageMovedBy(stages, 0, -1)).toBe(stages)
  expect(shape(movedBy(stages, two, -1))[0]).toBe('甲:2,1,3')
  expect(shape(movedBy(stages, two, 1))[0]).toBe('甲:1,3,2')
  expect(movedBy(stages, one, -1)).toBe(stages)
  expect(movedBy(stages, three, 1)).toBe(stages)
  expect(shape(movedTo(stages, one, 2))).toEqual(['甲:2,3', '乙:4', '丙:1'])
})

test('arrows lead through the cards, to the columns beside, and from the end of one to the next', () => {
  const go = (from: string, ...arrows: ('up' | 'down' | 'left' | 'right')[]) =>
    arrows.reduce((at, arrow) => nextTarget(stages, cardId(one), at, arrow) ?? 'none', from)
  expect(go(cardId(one), 'down')).toBe(cardId(two))
  expect(go(cardId(one), 'up')).toBe('none')
  // its own column has no further end
  expect(go(cardId(one), 'down', 'down', 'down')).toBe(cardId(four))
  expect(go(cardId(one), 'right')).toBe(cardId(four))
  expect(go(cardId(one), 'right', 'down')).toBe(endId(b))
  expect(go(cardId(one), 'right', 'down', 'right')).toBe(endId(c))
  expect(go(cardId(one), 'right', 'up')).toBe(cardId(three))
  expect(go(cardId(one), 'right', 'right', 'right')).toBe('none')
  expect(nextTarget(stages, stageId(a), stageId(a), 'right')).toBe(stageId(b))
  expect(nextTarget(stages, stageId(a), stageId(b), 'up')).toBe(stageId(a))
})

test('a place is said in words', () => {
  expect(placeText(dropped(stages, cardId(two), cardId(four)), cardId(two))).toBe('“乙”的第 1 项')
  expect(placeText(dropped(stages, cardId(two), endId(c)), cardId(two))).toBe('“丙”的第 1 项')
  expect(placeText(dropped(stages, stageId(c), stageId(a)), stageId(c))).toBe('第 1 个阶段')
})

test('a search result comes to the place of a drop, once', () => {
  const found = item('7')
  expect(shape(inserted(stages, found, cardId(two)))[0]).toBe('甲:1,7,2,3')
  expect(shape(inserted(stages, found, endId(c)))[2]).toBe('丙:7')
  expect(inserted(stages, one, endId(c))).toBe(stages)
  expect(inserted(stages, found, stageId(c))).toBe(stages)
  // the keyboard begins at the first card
  expect(nextTarget(stages, newId(found), newId(found), 'down')).toBe(cardId(one))
  expect(nextTarget(stages, newId(found), cardId(three), 'down')).toBe(endId(a))
})
