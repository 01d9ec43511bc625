import type { WatchChange } from '@shuyuan/contract/paper/channel/watch-change.ts'
import { expect, test } from 'vitest'
import { addChange, mergePage, mergeStat } from './watch-merge.ts'

const none: WatchChange = { papers: {}, started: [], handed: [], applied: 0, asked: 0 }
const row = (id: string) => ({
  id,
  userId: id,
  realName: '张三',
  online: false,
  answerCount: 1,
  quCount: 10,
  image: '',
  startTime: '2026-11-21 09:00:00',
  deadline: '2026-11-21 10:00:00',
  extraMinutes: 0,
  extraGained: 0,
  leaveTimes: 0,
  flagTimes: 0,
  unlock: null,
})
const page = { records: [row('1'), row('2')], total: 40, pages: 2, current: 1, size: 32 }

test('a change updates its own row only, and absent fields stay', () => {
  const merged = mergePage(page, { ...none, papers: { 2: { answerCount: 5, online: true }, 99: { online: true } } })
  expect(merged.records).toEqual([row('1'), { ...row('2'), answerCount: 5, online: true }])
  expect(merged.records[0]).toBe(page.records[0])
  expect(merged.total).toBe(40)
})

test('a candidate who hands in is removed from the page', () => {
  expect(mergePage(page, { ...none, handed: ['1', '77'] })).toMatchObject({ total: 39, records: [{ id: '2' }] })
})

test('a change of a paper that is not shown changes nothing', () => {
  expect(mergePage(page, { ...none, handed: ['77'], papers: { 78: { online: true } } })).toBe(page)
})

test('the figures are updated and never negative', () => {
  const stat = { title: '期末', requireCount: 5, processCount: 1, handCount: 2, missCount: 2, awaitedCount: 0 }
  expect(mergeStat(stat, { ...none, started: ['3'], handed: ['1'] })).toEqual({ ...stat, processCount: 1, handCount: 3 })
  expect(mergeStat(stat, { ...none, handed: ['1', '2'] })).toMatchObject({ processCount: 0, handCount: 4 })
})

test('waiting changes are combined into one', () => {
  const first = { papers: { 1: { answerCount: 1, online: true } }, started: ['1'], handed: [], applied: 1, asked: 1 }
  const second = { papers: { 1: { answerCount: 2 }, 2: { online: false } }, started: [], handed: ['3'], applied: 1, asked: 1 }
  expect(addChange(addChange(undefined, first), second)).toEqual({
    papers: { 1: { answerCount: 2, online: true }, 2: { online: false } },
    started: ['1'],
    handed: ['3'],
    applied: 2,
    asked: 2,
  })
})
