// Leaving the exam room by closing the page, and returning.
import { cleanup, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { Monitor } from './Monitor.tsx'
import type { Detail } from '../save/paper-session-view.ts'

const rules = { signals: { leave: 'force' }, leaveWatch: true, leaveSeconds: 5, leaveLimit: 3, fullScreen: false, captureMinutes: 0 }
const detail = { id: '7', rules } as unknown as Detail
const room = (report: (event: { kind: string; seconds: number }) => void, isStillOpen = true) =>
  show(
    <Monitor
      detail={detail}
      leaves={1}
      report={(event) => report(event as { kind: 'leave'; seconds: number })}
      isStillOpen={() => isStillOpen}
    />,
  )

beforeEach(() => localStorage.clear())

/** Mounts the page, unmounts it for `seconds` and mounts it again. @returns the leaves that the second mount reports */
async function comeBackAfter(seconds: number, how: 'closed' | 'elsewhere' | 'handed') {
  const report = vi.fn<(event: { kind: string; seconds: number }) => void>()
  room(() => undefined, how !== 'handed')
  if (how === 'closed') window.dispatchEvent(new Event('pagehide'))
  else cleanup()
  const then = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(then + seconds * 1_000)
  if (how === 'closed') document.body.innerHTML = ''
  room(report)
  clock.mockRestore()
  return report
}

test('counts closing the page, or navigating within the site, for longer than allowed', async () => {
  for (const how of ['closed', 'elsewhere'] as const) {
    const report = await comeBackAfter(60, how)
    await waitFor(() => expect(report).toHaveBeenCalledTimes(1))
    const [event] = report.mock.calls[0] ?? []
    expect(event?.kind).toBe('leave')
    expect(event?.seconds).toBeCloseTo(60, 0)
    cleanup()
    localStorage.clear()
  }
})

test('ignores a reload, and a page that could no longer answer the paper', async () => {
  expect(await comeBackAfter(2, 'closed')).not.toHaveBeenCalled()
  cleanup()
  localStorage.clear()
  expect(await comeBackAfter(600, 'handed')).not.toHaveBeenCalled()
})

test('unloads without an error when the browser cannot store anything', () => {
  room(() => undefined)
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  try {
    expect(cleanup).not.toThrow()
    expect(full).toHaveBeenCalledTimes(1)
  } finally {
    full.mockRestore()
  }
})
