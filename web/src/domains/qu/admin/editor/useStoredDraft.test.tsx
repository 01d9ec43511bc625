// Drafts of several tabs: each tab stores its own, and only drafts that are open in no tab are offered.
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStoredDraft } from './useStoredDraft.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const restored = vi.fn<(draft: string) => void>()
const open = (start = '', version?: number) =>
  renderHook(({ draft }) => useStoredDraft({ key: 'qu 1 new', draft, version, isDirty: () => draft !== '', onRestore: restored }), {
    initialProps: { draft: start },
  })
const drafts = () =>
  Object.keys(localStorage)
    .map((place) => (JSON.parse(localStorage.getItem(place) ?? '') as { draft: string }).draft)
    .toSorted()
const stored = async (...expected: string[]) => vi.waitFor(() => expect(drafts()).toEqual(expected))

test('two tabs store two drafts; a draft open in another tab is not offered, an abandoned one is, and is deleted after the answer', async () => {
  const first = open('甲')
  const second = open('乙')
  await stored('乙', '甲')
  expect(second.result.current.found).toBeUndefined()
  // the second tab saves; the draft of the first is unchanged
  act(() => second.result.current.drop())
  second.unmount()
  await stored('甲')
  first.unmount()
  const third = open()
  await vi.waitFor(() => expect(third.result.current.found?.draft).toBe('甲'))
  act(() => third.result.current.restore())
  expect(restored).toHaveBeenLastCalledWith('甲')
  expect([third.result.current.found, drafts()]).toEqual([undefined, []])
})

test('drafts of an older version or of last month are not offered', async () => {
  localStorage.setItem('draft qu 1 new a', JSON.stringify({ at: Date.now(), version: 1, draft: '旧版' }))
  localStorage.setItem('draft qu 1 new b', JSON.stringify({ at: Date.now() - 30 * 86_400_000, version: 2, draft: '上月' }))
  localStorage.setItem('draft qu 1 new c', JSON.stringify({ at: Date.now() - 1_000, version: 2, draft: '较早' }))
  localStorage.setItem('draft qu 1 new d', JSON.stringify({ at: Date.now(), version: 2, draft: '最新' }))
  const { result } = open('', 2)
  await vi.waitFor(() => expect(result.current.found?.draft).toBe('最新'))
  act(() => result.current.refuse())
  expect(drafts()).toEqual(['旧版', '较早'])
})
