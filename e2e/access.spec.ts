// Accessibility of every page, in both themes and languages, on phone and desktop.
import type { Page } from '@playwright/test'
import { menuMine } from '@shuyuan/contract/sys/role-menu/menu-mine.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { pageRoutes } from '../web/src/app/menu.ts'
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

type Found = Record<string, unknown>
async function look(page: Page, name: string, found: Found, rule?: string, accepted = new Set<string>()) {
  await settled(page)
  const problems = (await everyBarrier(page, rule)).filter(({ id }) => !accepted.has(id))
  if (problems.length > 0) found[`${name}${rule === undefined ? '' : ' (other theme)'}`] = problems
}

/**
 * Every rule on the desktop in one theme and on the phone in the other, and the contrast in the two other combinations: nothing else
 * depends on the theme.
 */
async function inspect(page: Page, path: string, theme: Theme, found: Found) {
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: theme })
  await page.goto(path)
  await look(page, `${path} desktop ${theme}`, found)
  await page.emulateMedia({ colorScheme: other(theme) })
  await look(page, `${path} desktop`, found, 'color-contrast')
  await page.setViewportSize(phone)
  await look(page, `${path} phone ${other(theme)}`, found)
  await page.emulateMedia({ colorScheme: theme })
  await look(page, `${path} phone`, found, 'color-contrast')
}

/** From the next page on; frames in a sandbox have no storage. */
const chooseLanguage = (page: Page, language: 'zh' | 'en') =>
  page.addInitScript((chosen) => {
    if (self === top) localStorage.setItem('language', chosen)
  }, language)

test.describe.configure({ timeout: 480_000 })

for (const language of ['zh', 'en'] as const) {
  const theme = language === 'zh' ? 'light' : 'dark'
  const speak = (page: Page) => chooseLanguage(page, language)

  test(`no barrier before the sign-in and in the user centre, ${language}`, async ({ page, openAs }) => {
    const found: Found = {}
    await speak(page)
    for (const path of visitors) await inspect(page, path, theme, found)
    const own = (await openAs('learner01', '/404')).page
    await speak(own)
    for (const part of ownParts) await inspect(own, `/web/uc?to=${part}`, theme, found)
    expect(found).toEqual({})
  })

  test(`no barrier on the pages of a learner, ${language}`, async ({ openAs }) => {
    const found: Found = {}
    const { page } = await openAs('learner01', '/404')
    await speak(page)
    for (const path of learning) await inspect(page, path, theme, found)
    expect(found).toEqual({})
  })

  test(`no barrier in an exam, on its result and in the lists of papers, ${language}`, async ({ site, openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('learner01', '/404')
    await speak(page)
    const setup = await openExam(site)
    const { paperId, path } = await startPaper(client, setup)
    await inspect(page, path, theme, found)
    await client.call(paper['hand-exam'], { id: paperId })
    await inspect(page, `/web/exam/result/${paperId}`, theme, found)
    await inspect(page, `/web/book/list/${setup.examId}`, theme, found)
    await inspect(page, `/web/paper/list/${setup.examId}/0`, theme, found)
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

const PARTS = 4
/** The profile and the kit have no heading; folded tabs of Ant Design hide a button in the list of tabs. */
const known = new Set(['page-has-heading-one', 'aria-required-children'])
for (let part = 0; part < PARTS; part++) {
  test(`no barrier on the pages of the back office, ${part + 1} of ${PARTS}`, async ({ openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('admin', '/404')
    const routes = pageRoutes(await client.call(menuMine.routes, {})).map((one) => one.path.replaceAll(/:\w+/g, '1'))
    const pages = [...routes, '/profile/index', '/profile/message', '/dev/kit']
    for (const [at, path] of pages.entries()) {
      if (at % PARTS !== part) continue
      const turn = Math.floor(at / PARTS)
      // one variant per page, alternating
      await page.emulateMedia({ colorScheme: turn % 2 === 0 ? 'light' : 'dark' })
      await chooseLanguage(page, turn % 4 < 2 ? 'zh' : 'en')
      await page.setViewportSize(turn % 8 < 4 ? desktop : phone)
      await page.goto(path)
      await look(page, `${path} ${turn}`, found, undefined, known)
      const broken = at < routes.length && turn % 8 < 4 ? await offences(page) : []
      if (broken.length > 0) found[`${path} standard`] = broken
    }
    expect(found).toEqual({})
  })
}
