// A learner's pages on their first visit, with an empty cache: transferred JavaScript with headers, requests, layout shifts.
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { learnerPages } from './learner-pages.ts'
import { kilobytes, weigh } from './page-weight.ts'
import { smallTargets } from './targets.ts'

// otherwise one worker runs all of them, last of all files
test.describe.configure({ mode: 'parallel' })
test.use(onPhone)

/** the budget of a page that a learner sees first or under time */
const usual = { kilobytes: 200, requests: 30 }
const MOST_SHIFT = 0.05

for (const [name, { open, visitor, as = 'learner03', asksAgain, most = usual }] of Object.entries(learnerPages)) {
  test(`${name}: at most ${most.kilobytes} kB of JavaScript, ${most.requests} requests, no visible shift`, async ({ page, site }) => {
    const learner = await signIn(site, as)
    if (!visitor) await page.addInitScript((text) => localStorage.setItem('token', text), learner.token)
    const { path, ready } = await open(site, learner)
    const weight = await weigh(page, path, () => ready(page), { late: true })
    const told = JSON.stringify(weight, null, 2)
    expect(kilobytes(weight)).toBeGreaterThan(0)
    expect.soft(kilobytes(weight), told).toBeLessThanOrEqual(most.kilobytes)
    expect.soft(weight.requests.length, told).toBeLessThanOrEqual(most.requests)
    expect.soft(weight.shift, told).toBeLessThan(MOST_SHIFT)
    await expect.soft(page.locator('[data-part="error"]'), 'an error in place of the content').toHaveCount(0)
    expect.soft(new URL(page.url()).pathname, 'another page').toBe(new URL(path, page.url()).pathname)
    expect.soft(weight.violations, 'violations of the content security policy').toEqual([])
    expect.soft(weight.unused, 'calls of web/first-pages.ts that the page does not make').toEqual([])
    for (const title of await page.getByRole('heading', { level: 1 }).all()) await expect.soft(title).not.toBeEmpty()
    expect.soft(await smallTargets(page), 'targets below 44 px').toEqual([])
    // one page asks for one thing once; a message that arrives makes it ask anew, and each channel has a ticket
    const calls = weight.calls.filter((one) => !one.startsWith('/api/socket/ticket'))
    if (!asksAgain && weight.messages === 0) expect.soft(calls.filter((one, at) => calls.indexOf(one) < at)).toEqual([])
  })
}

const homeCalls = ['stat/today/mine', 'course/course/user-paging', 'sys/notice/paging', 'sys/dic/list']
for (const late of homeCalls) {
  test(`home: nothing moves when ${late} is answered last`, async ({ page, site }) => {
    const { token } = await signIn(site, 'learner03')
    await page.addInitScript((text) => localStorage.setItem('token', text), token)
    const others = Promise.all(homeCalls.filter((call) => call !== late).map((call) => page.waitForResponse(`**/api/${call}`)))
    await page.route(`**/api/${late}`, async (route) => {
      await others
      // the page has drawn the other answers
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await route.continue()
    })
    const { shift } = await weigh(page, '/web/index', () => expect(page.getByRole('heading', { name: '我的课程' })).toBeVisible())
    expect(shift).toBeLessThan(0.02)
  })
}
