// What a page costs on its first visit: requests, transferred bytes of scripts, layout shifts.
import { expect, type Page } from '@playwright/test'

/** messages: the messages that the user received meanwhile. */
export type Weight = {
  requests: string[]
  scripts: Record<string, number>
  shift: number
  /** the parts of `shift`: how much, and the elements that moved from where to where */
  moved: string[]
  violations: string[]
  calls: string[]
  /** calls that the start page sent and the page did not use */
  unused: string[]
  messages: number
}

/** Waits until the page has nothing to do: what has come is drawn, and what it asks for has been asked for. */
const idle = (page: Page) => page.evaluate(() => new Promise<unknown>((done) => requestIdleCallback(done)))

/** Draws twice: what a page loads lazily is asked for while it is drawn, and what a look changes is shown after it. */
export const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

const IDLE_MS = 500

/** Calls that every page needs before it can be drawn at all. */
const session = /\/(?:sys\/(?:config\/(?:switch\/)?detail|user\/(?:info|isComplete)|menu\/routes)|paper\/paper\/check-process)$/

/** Answers the calls of a page after it has been drawn without them, as a slow server does. */
const answerLate = (page: Page, isLoading: () => boolean) =>
  page.route('**/api/**', async (route) => {
    if (!session.test(new URL(route.request().url()).pathname)) {
      await expect.poll(isLoading, { intervals: [50] }).toBe(false)
      await page.waitForSelector('main :is(h1, h2, [data-part="loading"]), [aria-busy="true"]', { state: 'attached' })
      await drawn(page)
    }
    await route.continue()
  })

/**
 * Opens a page with an empty cache and waits until `ready` is done and the network is idle. Bytes are as transferred, with headers.
 * @param late see {@link answerLate}
 */
export async function weigh(page: Page, path: string, ready: () => Promise<unknown>, { late = false } = {}): Promise<Weight> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const addresses = new Map<string, string>()
  const scripts: Record<string, number> = {}
  const calls: string[] = []
  const open = new Set<string>()
  let lastAt = 0
  const films = new Set<string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request: { url, postData = '' } }) => {
    if (!url.startsWith('http')) return
    const { pathname } = new URL(url)
    // in how many parts a film is fetched depends on the speed of the machine
    if (type === 'Media' && films.has(pathname)) return
    if (type === 'Media') films.add(pathname)
    addresses.set(requestId, pathname)
    if (pathname.startsWith('/api/')) calls.push(`${pathname} ${postData}`)
    open.add(requestId)
  })
  let messages = 0
  devtools.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.includes('"type":"msg"')) messages += 1
  })
  const ended = (requestId: string) => {
    open.delete(requestId)
    lastAt = Date.now()
  }
  devtools.on('Network.loadingFailed', ({ requestId }) => ended(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    ended(requestId)
    const name = addresses.get(requestId) ?? ''
    if (name.endsWith('.js')) scripts[name] = (scripts[name] ?? 0) + encodedDataLength
  })
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { violations: told })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      told.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  if (late) await answerLate(page, () => [...open].some((id) => !addresses.get(id)?.startsWith('/api/')))
  await page.goto(path, { waitUntil: 'networkidle' })
  await ready()
  // what is shown last may have asked for more
  await expect
    .poll(async () => {
      await idle(page)
      return open.size === 0 && Date.now() - lastAt >= IDLE_MS
    })
    .toBe(true)
  const { shift, moved } = await page.evaluate(shiftOf)
  const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations)
  const unused = await page.evaluate(() => Object.keys((window as { early?: { replies: object } }).early?.replies ?? {}))
  await devtools.detach()
  return { requests: [...addresses.values()], scripts, shift, moved, violations, calls, unused, messages }
}

/** The cumulative layout shift of the page so far, and what moved; runs in the browser. */
function shiftOf() {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const nameOf = ({ node, previousRect, currentRect }: Source) => {
    const name = node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}` : (node?.nodeName ?? '?')
    return `${name} ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`
  }
  return new Promise<{ shift: number; moved: string[] }>((resolve) => {
    const shifts: Shift[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    // buffered entries are delivered in a task of their own
    setTimeout(() => {
      shifts.push(...(observer.takeRecords() as Shift[]))
      const counted = shifts.filter((one) => !one.hadRecentInput)
      resolve({
        shift: counted.reduce((sum, { value }) => sum + value, 0),
        moved: counted.map(({ value, sources }) => `${value.toFixed(3)}: ${sources.map(nameOf).join(', ')}`),
      })
    })
  })
}

export const kilobytes = ({ scripts }: Weight) => Object.values(scripts).reduce((sum, one) => sum + one, 0) / 1_000
