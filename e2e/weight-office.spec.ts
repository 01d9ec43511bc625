// The back office on its first visit, with an empty cache: requests and transferred JavaScript of the first page, requests of each further one.
import type { Page, Request } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { navigate } from './navigate.ts'
import { drawn, kilobytes, weigh } from './page-weight.ts'

const first = { kilobytes: 350, requests: 60 }
const further = 15

/** A way through the back office as an administrator takes it: lists, forms, figures, settings. */
const way = [
  '/admin/exam/list',
  '/admin/exam/paper',
  '/admin/repo/list',
  '/admin/repo/qu',
  '/admin/exam/tmpl',
  '/admin/course/list',
  '/admin/course/add',
  '/admin/user/list',
  '/admin/exam/battle',
  '/admin/exam/activity/add',
  '/admin/pay/order',
  '/admin/sys/site',
  '/admin/sys/upload',
  '/admin/sys/status',
]

/** Counts the requests of a page that are under way. */
function underWay(page: Page): () => number {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

test('the back office: few requests for the first page, and fewer for each further one', async ({ page, site }) => {
  const { token } = await signIn(site, 'admin')
  await page.addInitScript((text) => localStorage.setItem('token', text), token)
  const open = underWay(page)
  const settled = async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect
      .poll(async () => {
        await drawn(page)
        return open()
      })
      .toBe(0)
  }
  const weight = await weigh(page, '/admin/home/dashboard', async () => {
    await expect(page.locator('figure svg').first()).toBeVisible()
    await settled()
  })
  const told = JSON.stringify(weight, null, 2)
  expect(kilobytes(weight)).toBeGreaterThan(100)
  expect.soft(kilobytes(weight), told).toBeLessThanOrEqual(first.kilobytes)
  expect.soft(weight.requests.length, told).toBeLessThanOrEqual(first.requests)
  for (const path of way) {
    const requests: string[] = []
    const note = (request: Request) => void requests.push(new URL(request.url()).pathname)
    page.on('request', note)
    await navigate(page, path)
    // the tab of the page is the current one when the page is shown, so that what it loads is counted as its own
    await expect(page.getByRole('navigation', { name: '已打开的页面' }).locator(`a[href="${path}"][aria-current="page"]`)).toBeVisible()
    await settled()
    page.off('request', note)
    expect(requests.some((one) => one.startsWith('/assets/') || one.startsWith('/api/'))).toBe(true)
    expect.soft(requests.length, `${path}: ${requests.join(' ')}`).toBeLessThanOrEqual(further)
  }
})
