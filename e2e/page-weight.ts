// What a page costs on its first visit: requests, transferred bytes of scripts, layout shifts.
import type { Page } from '@playwright/test'

export type Weight = { requests: string[]; scripts: Record<string, number>; shift: number }

/** Opens a page with an empty cache and waits until the network is idle and `ready` is done. Bytes are as transferred, with headers. */
export async function weigh(page: Page, path: string, ready: () => Promise<unknown>): Promise<Weight> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const addresses = new Map<string, string>()
  const scripts: Record<string, number> = {}
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (url.startsWith('http')) addresses.set(requestId, new URL(url).pathname)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = addresses.get(requestId) ?? ''
    if (name.endsWith('.js')) scripts[name] = (scripts[name] ?? 0) + encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await ready()
  const shift = await page.evaluate(shiftOf)
  await devtools.detach()
  return { requests: [...addresses.values()], scripts, shift }
}

/** The cumulative layout shift of the page so far; runs in the browser. */
function shiftOf() {
  return new Promise<number>((resolve) => {
    const shifts: (PerformanceEntry & { value: number; hadRecentInput: boolean })[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as typeof shifts)))
    observer.observe({ type: 'layout-shift', buffered: true })
    // buffered entries are delivered in a task of their own
    setTimeout(() => {
      shifts.push(...(observer.takeRecords() as typeof shifts))
      resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
    })
  })
}

export const kilobytes = ({ scripts }: Weight) => Object.values(scripts).reduce((sum, one) => sum + one, 0) / 1_000
