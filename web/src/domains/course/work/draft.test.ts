// The draft: saved in turn, through lost connections, two pages and repeated hand-ins.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure, httpFailure } from '../../../kernel/call/failure.ts'
import { Draft, type KeptDraft, keptDraft, type Own, type Written } from './draft.ts'

const start = { tryNo: 1, version: 0, content: '', files: [], saveTime: null }
const refusal = (name: 'workDraftChanged' | 'workHanded') => new CallFailure(errors[name][0], errors[name][1])

function opened(given: Partial<typeof start> = {}, kept: KeptDraft = keptDraft('1:2:3')) {
  const sent: Written[] = []
  const answers: ((body: Written) => Promise<{ version: number; saveTime: string }>)[] = []
  const hand = vi.fn<(body: Written) => Promise<Own>>(async () => ({}) as Own)
  const draft = new Draft({
    place: { courseId: '2', fileId: '3' },
    start: { ...start, ...given },
    kept,
    save: (body) => {
      sent.push(body)
      return answers.shift()?.(body) ?? Promise.resolve({ version: body.version + 1, saveTime: '2026-12-01 10:00:00' })
    },
    hand,
  })
  draft.start()
  return { draft, sent, answers, hand }
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

test('is saved after a pause, and what was typed meanwhile after it', async () => {
  const { draft, sent, answers } = opened()
  let answer = (_value: { version: number; saveTime: string }) => {}
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  draft.change({ content: '一' })
  draft.change({ content: '一二' })
  expect(draft.view.state).toBe('typing')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(sent.map((one) => one.content)).toEqual(['一二'])
  draft.change({ content: '一二三' })
  answer({ version: 1, saveTime: '2026-12-01 10:00:00' })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(sent.map((one) => [one.version, one.content])).toEqual([
    [0, '一二'],
    [1, '一二三'],
  ])
  expect(draft.view).toMatchObject({ state: 'clean', saveTime: '2026-12-01 10:00:00' })
  expect(keptDraft('1:2:3').read()).toBeUndefined()
})

test('survives a lost network and a reload', async () => {
  const first = opened()
  first.answers.push(() => Promise.reject(httpFailure(0)))
  first.draft.change({ content: '离线写的' })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(first.draft.view.state).toBe('offline')
  first.draft.stop()
  const second = opened()
  expect(second.draft.view).toMatchObject({ content: '离线写的', state: 'typing' })
  await vi.advanceTimersByTimeAsync(0)
  expect(second.sent.map((one) => one.content)).toEqual(['离线写的'])
})

test('is sent again by itself when the server is back', async () => {
  const { draft, sent, answers } = opened()
  answers.push(() => Promise.reject(httpFailure(502)))
  draft.change({ content: '内容' })
  await vi.advanceTimersByTimeAsync(1_500 + 8_000)
  expect(sent).toHaveLength(2)
  expect(draft.view.state).toBe('clean')
})

test('asks where another page has stored a newer draft', async () => {
  const { draft, sent, answers } = opened()
  answers.push(() => Promise.reject(refusal('workDraftChanged')))
  draft.change({ content: '本页' })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(draft.view).toMatchObject({ state: 'conflict', content: '本页' })
  draft.change({ content: '本页又写' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  await draft.overwrite(4)
  expect(sent.at(-1)).toMatchObject({ version: 4, content: '本页又写' })
  expect(draft.view.state).toBe('clean')
})

test('asks after a reload, too, where the stored draft is newer than what this browser has', () => {
  keptDraft('1:2:3').write({ tryNo: 1, version: 0, content: '本机', files: [] })
  expect(opened({ version: 2, content: '别处' }).draft.view).toMatchObject({ state: 'conflict', content: '本机' })
})

test('of an earlier try is forgotten', () => {
  keptDraft('1:2:3').write({ tryNo: 1, version: 3, content: '第一次', files: [] })
  expect(opened({ tryNo: 2, content: '第二次' }).draft.view).toMatchObject({ state: 'clean', content: '第二次' })
})

test('tells that another page has handed in', async () => {
  const { draft, answers } = opened()
  answers.push(() => Promise.reject(refusal('workHanded')))
  draft.change({ content: '晚了' })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(draft.view.state).toBe('handed')
})

test('is handed in after a running save, with its version; a failure keeps everything', async () => {
  const { draft, hand } = opened()
  draft.change({ content: '完成' })
  const saved = draft.flush()
  hand.mockRejectedValueOnce(httpFailure(0))
  await expect(draft.hand()).rejects.toThrow('服务器无法连接')
  await saved
  expect(draft.view.content).toBe('完成')
  await draft.hand()
  expect(hand.mock.calls.map(([body]) => [body.version, body.content])).toEqual([
    [1, '完成'],
    [1, '完成'],
  ])
  draft.stop()
})
