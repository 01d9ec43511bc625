// Accessibility of every page, in both themes and languages, on phone and desktop. Each layout is loaded once; from page to page it moves.
import type { Page } from '@playwright/test'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { pageRoutes } from '../web/src/app/routes/menu.ts'
import { everyBarrier } from './axe.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
type Theme = 'light' | 'dark'
const other = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light')

const visitors = ['/login', '/register', '/forgot', '/cert', '/404', '/401']
const learning = [
  '/web/index',
  '/web/course',
  '/web/course/view/1',
  '/web/course/view/1/1',
  '/web/course/view/3',
  '/web/course/view/4',
  '/web/exam/check/1',
  '/web/paper',
  '/web/repo',
  '/web/repo/view/2',
  '/web/repo/training/2/1',
  '/web/book',
  '/web/book/print',
  '/web/battle',
  '/web/activity',
  '/web/notice',
  '/web/notice/detail/1',
]
const ownParts = ['profile', 'msg', 'cert', 'real', 'learn', 'train', 'points', 'pay', 'password', 'account', 'session']

/** Waits until the page shows its content. */
async function settled(page: Page) {
  await expect(page.locator('h1, main').first()).toBeVisible()
  // the kit page shows the loading states themselves
  if (!page.url().includes('/dev/kit')) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

const UNKNOWN = '/404'

/**
 * Shows a page without loading the application again, which costs most of the time. Goes by way of the page for unknown addresses, which has no
 * layout, so that nothing of the former page is looked at again.
 */
async function move(page: Page, path: string) {
  const push = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  const unknown = page.getByText('404', { exact: true })
  await push(UNKNOWN)
  await expect(unknown).toBeVisible()
  await push(path)
  await expect(unknown).toHaveCount(0)
}

type Found = Record<string, unknown>
async function look(page: Page, name: string, found: Found, accepted = new Set<string>()) {
  await settled(page)
  const problems = (await everyBarrier(page)).filter(({ id }) => !accepted.has(id))
  if (problems.length > 0) found[name] = problems
}

/** Looks at the open page on the desktop in one theme and on the phone in the other; the test of the other language has the two others. */
async function looks(page: Page, path: string, theme: Theme, found: Found) {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: theme })
  await look(page, `${path} desktop ${theme}`, found)
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: other(theme) })
  await look(page, `${path} phone ${other(theme)}`, found)
}

/** Loads the first page, and moves to the others. */
async function inspect(page: Page, paths: readonly string[], theme: Theme, found: Found) {
  for (const [at, path] of paths.entries()) {
    if (at === 0 || path === UNKNOWN) await page.goto(path)
    else await move(page, path)
    await looks(page, path, theme, found)
  }
}

/** From the next page on; frames in a sandbox have no storage. */
const chooseLanguage = (page: Page, language: 'zh' | 'en') =>
  page.addInitScript((chosen) => {
    if (self === top) localStorage.setItem('language', chosen)
  }, language)

test.describe.configure({ timeout: 900_000 })

for (const language of ['zh', 'en'] as const) {
  const theme = language === 'zh' ? 'light' : 'dark'
  const speak = (page: Page) => chooseLanguage(page, language)

  test(`no barrier before the sign-in and in the user centre, ${language}`, async ({ page, openAs }) => {
    const found: Found = {}
    await speak(page)
    await inspect(page, visitors, theme, found)
    const own = (await openAs('learner01', '/404')).page
    await speak(own)
    const parts = ownParts.map((part) => `/web/uc?to=${part}`)
    await inspect(own, parts, theme, found)
    expect(found).toEqual({})
  })

  test(`no barrier on the pages of a learner, ${language}`, async ({ openAs }) => {
    const found: Found = {}
    const { page } = await openAs('learner01', '/404')
    await speak(page)
    await inspect(page, learning, theme, found)
    expect(found).toEqual({})
  })

  test(`no barrier in an exam, on its result and in the lists of papers, ${language}`, async ({ site, openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('learner01', '/404')
    await speak(page)
    const setup = await openExam(site)
    const { paperId, path } = await startPaper(client, setup)
    await inspect(page, [path], theme, found)
    await client.call(paper['hand-exam'], { id: paperId })
    const { examId } = setup
    await inspect(page, [`/web/exam/result/${paperId}`, `/web/book/list/${examId}`, `/web/paper/list/${examId}/0`], theme, found)
    expect(found).toEqual({})
  })
}

/** What breaks the standard of docs/ui.md: one heading per page, actions in one line. */
const offences = (page: Page) =>
  page.evaluate(() => {
    const headings = document.querySelectorAll('main h1').length
    const wrapped = [...document.querySelectorAll('tr.ant-table-row > td.ant-table-cell-fix-end > div')].filter(
      (one) => one.clientHeight > 32,
    )
    return [
      ...(headings === 1 ? [] : [`${headings} headings`]),
      ...(wrapped.length > 0 ? [`${wrapped.length} rows with wrapped actions`] : []),
    ]
  })

/** The profile and the kit have no heading; folded tabs of Ant Design hide a button in the list of tabs. */
const known = new Set(['page-has-heading-one', 'aria-required-children'])
/** One variant per page, in turns: the theme changes with each page, the language with each second one, the size with each fourth one. */
const variants = (['zh', 'en'] as const).flatMap((language, second) =>
  [desktop, phone].map((size, fourth) => ({ language, size, has: (turn: number) => Math.floor(turn / 2) % 4 === second + 2 * fourth })),
)
for (const { language, size, has } of variants) {
  test(`no barrier on the pages of the back office, ${language}, ${size.width} wide`, async ({ openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('admin', '/404')
    const routes = pageRoutes(await client.call(menuMine.routes, {})).map((one) => one.path.replaceAll(/:\w+/g, '1'))
    const pages = [...routes, '/profile/index', '/profile/message', '/admin/user/list?tab=review', '/dev/kit'].map((path, turn) => ({
      path,
      turn,
    }))
    await chooseLanguage(page, language)
    await page.setViewportSize(size)
    const own = pages.filter(({ turn }) => has(turn))
    expect(own).not.toHaveLength(0)
    for (const [at, { path, turn }] of own.entries()) {
      await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'light' : 'dark' })
      // the list of components is a page apart from the application
      if (at === 0 || path === '/dev/kit') await page.goto(path)
      else await move(page, path)
      await look(page, `${path} ${turn}`, found, known)
      const broken = turn < routes.length && size === desktop ? await offences(page) : []
      if (broken.length > 0) found[`${path} standard`] = broken
    }
    expect(found).toEqual({})
  })
}

test('every page of the back office has its heading in English', async ({ openAs }) => {
  const { page, client } = await openAs('admin', '/404')
  const routes = pageRoutes(await client.call(menuMine.routes, {}))
  // names of rows stay as they were written; some pages have the name alone as their heading
  const rows = [
    await client.call(exam.detail, { id: '1' }),
    await client.call(statCourse.overview, { courseId: '1' }),
    await client.call(repo.detail, { id: '1' }),
  ]
  const named = new Set(rows.map((row) => row.title))
  await chooseLanguage(page, 'en')
  await page.setViewportSize(desktop)
  await page.goto('/404')
  const chinese: Record<string, string> = {}
  for (const { path } of routes) {
    await move(page, path.replaceAll(/:\w+/g, '1'))
    await settled(page)
    for (const heading of await page.locator('main h1').allInnerTexts()) {
      // or it follows the title of the page
      const title = path.includes(':') ? heading.replace(/ · .*/, '') : heading
      if (/\p{Script=Han}/u.test(title) && !named.has(title)) chinese[path] = title
    }
  }
  expect(routes.length).toBeGreaterThan(60)
  expect(chinese).toEqual({})
})
