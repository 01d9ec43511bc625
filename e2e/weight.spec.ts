// Size of a learner's first pages: transferred JavaScript with headers, with an empty cache.
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** kB; the budget of a learner's first page */
const MOST = 200

/** Opens a page and waits until the network is idle. @returns transferred bytes of JavaScript by file */
async function scriptsOf(page: Page, path: string, heading: string): Promise<Record<string, number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const addresses = new Map<string, string>()
  const bytes: Record<string, number> = {}
  devtools.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(addresses.get(requestId) ?? 'about:blank')
    if (pathname.endsWith('.js')) bytes[pathname] = (bytes[pathname] ?? 0) + encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  return bytes
}

const pages: [path: string, heading: string][] = [
  ['/login', '登录'],
  ['/web/index', '课程学习'],
  ['/web/course', '在线考试'],
  ['/web/paper', '我的成绩'],
]

for (const [path, heading] of pages) {
  test(`${path} transfers at most ${MOST} kB of JavaScript`, async ({ page, site }) => {
    if (path !== '/login') {
      const { token } = await signIn(site, 'learner03')
      await page.addInitScript((text) => localStorage.setItem('token', text), token)
    }
    const bytes = await scriptsOf(page, path, heading)
    const total = Object.values(bytes).reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThan(0)
    expect(total / 1000, JSON.stringify(bytes, null, 2)).toBeLessThanOrEqual(MOST)
  })
}
