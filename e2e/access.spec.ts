// Accessibility of every page: all rules once, then what another theme and a phone change (docs/testing.md says what is looked at how often).
// Each layout is loaded once; from page to page it moves.
import type { Page } from '@playwright/test'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { team } from '@shuyuan/contract/stat/team.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { type PageRoute, pageRoutes } from '../web/src/app/routes/menu.ts'
import { everyBarrier } from './axe.ts'
import { openExam, startPaper } from './exam-setup.ts'
import { type Client, expect, test } from './fixtures.ts'
import { blemishes } from './looks.ts'
import { drawn } from './page-weight.ts'
import { navigate } from './navigate.ts'
import type { Site } from './server.ts'
import { openActivity, openLive } from './site-setup.ts'

const desktop = { width: 1440, height: 900 }
const narrowDesktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
type Theme = 'light' | 'dark'
const other = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light')

const visitors = ['/login', '/register', '/forgot', '/cert', '/help', '/help/teacher/publish-exam', '/404', '/401']
const learning = [
  '/web/index',
  '/web/course',
  '/web/course/view/1',
  '/web/course/view/3',
  '/web/course/view/4',
  '/web/course/view/4/1',
  '/web/exam/check/1',
  '/web/paper',
  '/web/repo',
  '/web/repo/view/2',
  '/web/repo/training/2/1',
  '/web/book',
  '/web/book/print',
  '/web/battle',
  '/web/activity',
  '/web/survey/1',
  '/web/path/1',
  '/web/notice',
  // of an order that is not the learner's
  '/web/pay-return/1',
]
const ownParts = [
  'profile',
  'msg',
  'cert',
  'real',
  'learn',
  'work',
  'train',
  'survey',
  'path',
  'points',
  'pay',
  'password',
  'account',
  'session',
]

/** The list of components, a page apart from the application. */
const KIT = '/dev/kit'

/** Waits until the page shows its content. */
async function settled(page: Page) {
  await expect(page.locator('h1, main').first()).toBeVisible()
  // the kit page shows the loading states themselves
  if (!page.url().includes(KIT)) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

const UNKNOWN = '/404'

/**
 * Shows a page without loading the application again, which costs most of the time. Goes by way of the page for unknown addresses, which has no
 * layout, so that nothing of the former page is looked at again.
 */
async function move(page: Page, path: string) {
  const unknown = page.getByText('404', { exact: true })
  await navigate(page, UNKNOWN)
  await expect(unknown).toBeVisible()
  await navigate(page, path)
  await expect(unknown).toHaveCount(0)
}

/** Moves within a layout, which stays: quicker than `move`. What is inside the layout is made anew for each address. */
async function step(page: Page, path: string) {
  await page.evaluate((to) => {
    for (const one of document.querySelectorAll('main > *')) if (one.tagName !== 'H1') one.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // a page that is not loaded yet comes later; the former one stays until then
  await expect(page.locator('main > [data-left]')).toHaveCount(0)
}

/** Shown as errors, on purpose: an order that is not the learner's, and the list of components. */
const refused: readonly string[] = ['/web/pay-return/1', KIT]

/** Another page, or an error in place of content: then the page that was meant has not been looked at. */
async function misses(page: Page, path: string): Promise<object[]> {
  const { pathname } = new URL(page.url())
  const errors = refused.includes(path) ? [] : await page.locator('[data-part="error"]').allInnerTexts()
  const elsewhere = pathname === new URL(path, page.url()).pathname ? [] : [{ id: 'another page', pathname }]
  return [...elsewhere, ...errors.map((text) => ({ id: 'an error in place of content', text }))]
}

type Found = Record<string, unknown>
type Look = { size: typeof desktop; theme: Theme; rules?: string[]; accepted?: Set<string>; known?: readonly string[] }

/** Notes the problems of the open page in this look; without `rules`, of all rules. */
async function look(page: Page, path: string, found: Found, { size, theme, rules, accepted = new Set(), known }: Look) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme })
  await drawn(page)
  await settled(page)
  const problems: object[] = (await everyBarrier(page, rules, known)).filter(({ id }) => !accepted.has(id))
  problems.push(...(await misses(page, path)))
  if (size === phone) {
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > phone.width) problems.push({ id: 'wider than the screen', width })
  }
  if (problems.length > 0) found[`${path} ${size === phone ? 'phone' : 'desktop'} ${theme}`] = problems
}

/** What another theme changes, and what a phone does. */
const colours = ['color-contrast']
const ofPhone = [...colours, 'target-size']
type Looks = (page: Page, path: string, turn: number, found: Found) => Promise<void>

/** In Chinese, on the desktop: all rules in one theme, the colours in the other. In English, on the phone, in turns light and dark. */
const looks = {
  zh: async (page, path, turn, found) => {
    const theme = turn % 2 === 0 ? 'light' : 'dark'
    await look(page, path, found, { size: desktop, theme })
    // the next page begins in this theme
    await look(page, path, found, { size: desktop, theme: other(theme), rules: colours })
  },
  en: (page, path, turn, found) => look(page, path, found, { size: phone, theme: turn % 2 === 0 ? 'dark' : 'light', rules: ofPhone }),
} satisfies Record<string, Looks>

/** Loads the first page, and moves to the others. */
async function inspect(page: Page, paths: readonly string[], show: Looks, found: Found) {
  for (const [turn, path] of paths.entries()) {
    if (turn === 0 || path === UNKNOWN) await page.goto(path)
    else await move(page, path)
    await show(page, path, turn, found)
  }
}

/** From the next page on; frames in a sandbox have no storage. */
const chooseLanguage = (page: Page, language: 'zh' | 'en') =>
  page.addInitScript((chosen) => {
    if (self === top) localStorage.setItem('language', chosen)
  }, language)

/** Runs in the browser. @returns the share of the window that bars cover after the page was scrolled */
function barsThatStay(): number {
  scrollTo(0, document.documentElement.scrollHeight / 2)
  const lines = Array.from({ length: innerHeight }, (_, y) => y)
  const isBar = (one: Element | null): boolean =>
    one !== null && (['fixed', 'sticky'].includes(getComputedStyle(one).position) || isBar(one.parentElement))
  return lines.filter((y) => isBar(document.elementFromPoint(innerWidth / 2, y))).length / innerHeight
}

test.describe.configure({ timeout: 1_800_000 })

test('enlarged to 400 %, bars that stay take at most a third of the window', async ({ site, openAs }) => {
  const { page, client } = await openAs('learner01', '/404')
  // 1,280 × 900 at 400 %
  await page.setViewportSize({ width: 320, height: 225 })
  const { path } = await startPaper(client, await openExam(site))
  const tall: string[] = []
  for (const one of [...learning, path]) {
    await move(page, one)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    const share = await page.evaluate(barsThatStay)
    if (share > 1 / 3) tall.push(`${one}: ${Math.round(share * 100)} %`)
  }
  expect(tall).toEqual([])
})

for (const language of ['zh', 'en'] as const) {
  const show = looks[language]
  const speak = (page: Page) => chooseLanguage(page, language)

  test(`no barrier before the sign-in and in the user centre, ${language}`, async ({ page, openAs }) => {
    const found: Found = {}
    await speak(page)
    await inspect(page, visitors, show, found)
    const own = (await openAs('learner01', '/404')).page
    await speak(own)
    const parts = ownParts.map((part) => `/web/uc?to=${part}`)
    await inspect(own, parts, show, found)
    expect(found).toEqual({})
  })

  test(`no barrier on the pages of a learner, ${language}`, async ({ openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('learner01', '/404')
    await speak(page)
    const [one] = (await client.call(notice.paging, { params: { state: NoticeState.shown } })).records
    await inspect(page, [...learning, `/web/notice/detail/${one!.id}`], show, found)
    expect(found).toEqual({})
  })

  test(`no barrier on the pages of a leader, ${language}`, async ({ openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('baiyun', '/404')
    await speak(page)
    const { records } = await client.call(team.paging, { params: { show: 'overdue' } })
    const [person] = records.length > 0 ? records : (await client.call(team.paging, { params: {} })).records
    await inspect(page, ['/web/team', `/web/team/${person!.id}`], show, found)
    expect(found).toEqual({})
  })

  test(`no barrier in an exam, on its result and in the lists of papers, ${language}`, async ({ site, openAs }) => {
    const found: Found = {}
    const { page, client } = await openAs('learner01', '/404')
    await speak(page)
    const setup = await openExam(site)
    const { paperId, path } = await startPaper(client, setup)
    await inspect(page, [path], show, found)
    await client.call(paper['hand-exam'], { id: paperId })
    const { examId } = setup
    await inspect(page, [`/web/exam/result/${paperId}`, `/web/book/list/${examId}`, `/web/paper/list/${examId}/0`], show, found)
    expect(found).toEqual({})
  })
}

/** The profile and the kit have no heading; folded tabs of Ant Design hide a button in the list of tabs. */
const tolerated = new Set(['page-has-heading-one', 'aria-required-children'])
/** The sidebar, which is the same on every page. */
const frame = ['aside:has(> nav)']
/** Visits that look at the frame, too: in both themes, on the desktop and on the phone. */
const WITH_FRAME = 4

type Visit = { turn: number; hasHeading: boolean; found: Found }

/** Notes what the page has wrong by the standard of docs/ui.md in a desktop's width. */
async function noteBlemishes(page: Page, path: string, { hasHeading, found }: Visit) {
  // shows all components at once
  if (path === KIT) return
  const wrong = await blemishes(page, { hasHeading })
  if (wrong.length > 0) found[`${path} looks`] = wrong
}

/**
 * All rules and the looks on the desktop; on the phone, in the other theme, what differs there. The page comes in the size in which the former one was
 * left, because a change of size costs as much as a look; the themes change with every fourth page.
 */
async function looksOfOffice(page: Page, path: string, visit: Visit) {
  const { turn, found } = visit
  const theme = turn % 8 < 4 ? 'light' : 'dark'
  const onDesktop = async () => {
    await look(page, path, found, { size: narrowDesktop, theme, accepted: tolerated, ...(turn < WITH_FRAME ? {} : { known: frame }) })
    await noteBlemishes(page, path, visit)
  }
  // a docked footer covers fields of a phone, which axe takes for small targets
  const onPhone = () => look(page, path, found, { size: phone, theme: other(theme), rules: colours })
  for (const show of turn % 2 === 0 ? [onDesktop, onPhone] : [onPhone, onDesktop]) await show()
}

/** The titles of rows, which stay as they were written; some pages have the name alone as their heading. */
async function namesOf({ call }: Client) {
  const rows = [
    await call(exam.detail, { id: '1' }),
    await call(statCourse.overview, { courseId: '1' }),
    await call(repo.detail, { id: '1' }),
    await call(survey.detail, { id: '1' }),
    await call(path.detail, { id: '1' }),
  ]
  return new Set(rows.map((row) => row.title))
}

/** Pages of a recording and of an upload, which the demo lacks: `record-phone.spec.ts` and `import-formats.spec.ts` look at them. */
const withoutRows = ['/admin/exam/evidence/', '/admin/exam/watch/replay/', '/admin/exam/watch/own-replay/', '/admin/repo/qu/import/']

/** Addresses of rows by route, where the first row has another number than 1, or none is there; and what stands as a heading there. */
async function madeFor(site: Site, client: Client): Promise<{ rows: Record<string, string>; title: string }> {
  const { id: activityId } = await openActivity(site)
  const [first] = (await client.call(course.paging, { params: {} })).records
  const { id: liveId, title } = await openLive(client, first!.id)
  const [lesson] = (await client.call(courseFile.paging, { params: { fileType: CourseFileType.room } })).records
  const rows = {
    '/admin/exam/activity/update/': activityId,
    '/admin/course/live/room/': liveId,
    '/admin/course/live/update/': liveId,
    '/admin/course/room/view/': lesson!.id,
  }
  return { rows, title }
}

/** The headings of the open page that are not in English. */
async function chineseHeadings(page: Page, route: PageRoute, names: Set<string>) {
  const headings = await page.locator('main h1').allInnerTexts()
  // a name follows the title of the page
  const titles = headings.map((one) => (route.path.includes(':') ? one.replace(/ · .*/, '') : one))
  return titles.filter((title) => /\p{Script=Han}/u.test(title) && !names.has(title))
}

test('no barrier on the pages of the back office, and every heading is English', async ({ site, openAs }) => {
  const found: Found = {}
  const { page, client } = await openAs('admin', '/404')
  const routes = pageRoutes(await client.call(menuMine.routes, {}))
  expect(routes.length).toBeGreaterThan(60)
  const { rows, title } = await madeFor(site, client)
  const names = (await namesOf(client)).add(title)
  const others = ['/profile/index', '/profile/message', '/admin/user/list?tab=review', KIT].map((path) => ({
    path,
    route: undefined,
  }))
  const addressOf = ({ path }: PageRoute) => path.replace(/(.*\/):\w+$/, (_all, before: string) => before + (rows[before] ?? '1'))
  const ofRoutes = routes.map((route) => ({ path: addressOf(route).replaceAll(/:\w+/g, '1'), route }))
  const pages = [...ofRoutes.filter(({ path }) => !withoutRows.some((one) => path.startsWith(one))), ...others]
  await chooseLanguage(page, 'en')
  await page.setViewportSize(narrowDesktop)
  await page.goto(UNKNOWN)
  for (const [turn, { path, route }] of pages.entries()) {
    if (path === KIT) await page.goto(path)
    else await (turn === 0 ? move : step)(page, path)
    await settled(page)
    const chinese = route ? await chineseHeadings(page, route, names) : []
    if (chinese.length > 0) found[`${path} heading`] = chinese
    await looksOfOffice(page, path, { turn, hasHeading: route !== undefined, found })
  }
  expect(found).toEqual({})
})
