// Leaving the exam room by closing the page, and returning.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { Monitor } from './Monitor.tsx'
import type { Detail } from '../save/paper-session-view.ts'

const rules = { signals: { leave: 'force' }, leaveWatch: true, leaveSeconds: 5, leaveLimit: 3, fullScreen: false, captureMinutes: 0 }
const exempt = { noFace: false, noFullScreen: false }
const detail = { id: '7', rules } as unknown as Detail
const room = (report: (event: { kind: string; seconds: number }) => void, isStillOpen = true) =>
  show(
    <Monitor
      detail={detail}
      exempt={exempt}
      leaves={1}
      report={(event) => report(event as { kind: 'leave'; seconds: number })}
      isStillOpen={() => isStillOpen}
    />,
  )

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

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

/** The page of this document was loaded by a reload. */
function reloaded() {
  const entry = { type: 'reload' } as unknown as PerformanceEntry
  const spy = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  onTestFinished(() => spy.mockRestore())
}

test('a slow reload in the same tab is reported as a reload, in another tab or after hiding the page as a leave', async () => {
  reloaded()
  const kindAfter = async (between: () => void) => {
    localStorage.clear()
    const report = vi.fn<(event: { kind: string; seconds: number }) => void>()
    room(() => undefined)
    window.dispatchEvent(new Event('pagehide'))
    between()
    document.body.innerHTML = ''
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 8_000)
    room(report)
    clock.mockRestore()
    await waitFor(() => expect(report).toHaveBeenCalledTimes(1))
    cleanup()
    return report.mock.calls[0]?.[0].kind
  }
  expect(await kindAfter(() => undefined)).toBe('reload')
  expect(await kindAfter(() => sessionStorage.clear())).toBe('leave')
  const hidden = () => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('exam-left:'))!
    localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(localStorage.getItem(key)!) as object), hidden: true }))
  }
  expect(await kindAfter(hidden)).toBe('leave')
})

test('a refused full screen names the way out, and an exemption closes the dialog', async () => {
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true })
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true })
  document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('Permissions check failed'))
  const strict = { ...detail, rules: { ...rules, leaveWatch: false, fullScreen: true } } as unknown as Detail
  function Page() {
    const [noFullScreen, setNoFullScreen] = useState(false)
    return (
      <>
        <button onClick={() => setNoFullScreen(true)}>免全屏</button>
        <Monitor detail={strict} exempt={{ noFace: false, noFullScreen }} leaves={0} report={() => undefined} isStillOpen={() => true} />
      </>
    )
  }
  const { mouse } = show(<Page />)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).not.toContain('浏览器拒绝了全屏')
  await mouse.click(within(dialog).getByRole('button'))
  await waitFor(() => expect(dialog.textContent).toContain('浏览器拒绝了全屏'))
  expect(dialog.textContent).toContain('请联系监考员')
  fireEvent.click(screen.getByText('免全屏'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
