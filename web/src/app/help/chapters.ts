// Loads chapters, one by one; all of them for the search and for reading without a network.
import { chapters, one, pages, whole } from 'virtual:handbook'
import { matchPath } from 'react-router'
import { pageName } from '../../shared/page/page-key.ts'
import type { PlainText } from '../../kernel/i18n.ts'
import { learnerRoutes } from '../routes/learnerRoutes.ts'
import type { PageRoute } from '../routes/menu.ts'

export type ChapterHead = (typeof chapters)[number]
export const bookTitles: Record<ChapterHead['audience'], PlainText> = {
  admin: '管理员手册',
  teacher: '教师手册',
  proctor: '监考手册',
  learner: '学员手册',
  operate: '运维手册',
}
export { chapters }
/** In place of a chapter: what is new. */
export const NEWS = 'news'

/** Each handbook with its chapters. */
export const books = Object.entries(bookTitles).map(([audience, title]) => ({
  audience,
  title,
  chapters: chapters.filter((chapter) => chapter.audience === audience),
}))

export const headOf = (id: string): ChapterHead | undefined => chapters.find((chapter) => chapter.id === id)

/** The HTML of all chapters by their ids. */
export const loadWhole = async (): Promise<Record<string, string>> => (await whole()).default

/** The HTML of a chapter. Without a network it is there when all of them were loaded before. */
export async function loadChapter(id: string): Promise<string> {
  const load = one[id]
  if (!load) throw new Error(id)
  try {
    return (await load()).default
  } catch (error) {
    const kept = (await loadWhole())[id]
    if (kept === undefined) throw error
    return kept
  }
}

/** Lets the service worker keep all chapters, once help was asked for. */
export function keepChapters(): void {
  if (import.meta.env.PROD && navigator.serviceWorker?.controller) void loadWhole().catch(() => undefined)
}

/** Pages without a session, by the beginning of their address. */
const visitors: Record<string, string> = {
  '/login': 'visitor/LoginPage',
  '/register': 'visitor/RegisterPage',
  '/forgot': 'visitor/ForgotPage',
  '/ldap-login': 'visitor/LdapPage',
  '/second-factor': 'visitor/SecondFactorPage',
  '/new-password': 'visitor/FirstPasswordPage',
  '/cert': 'visitor/CertVerifyPage',
  '/survey': 'visitor/SurveyVisitPage',
}

/** The key of the page at an address: of a menu, of a learner's route, of a part of the user centre, or of a page for visitors. */
export function pageAt(pathname: string, search: string, routes: readonly PageRoute[]): string {
  const part = new URLSearchParams(search).get('to')
  if (pathname === '/web/uc' && part !== null && `uc/${part}` in pages) return `uc/${part}`
  const visitor = Object.entries(visitors).find(([start]) => pathname === start || pathname.startsWith(`${start}/`))
  if (visitor) return visitor[1]
  const fits = ({ path }: { path: string }) => matchPath(path, pathname) !== null
  const found = routes.find(({ path }) => path === pathname) ?? routes.find(fits) ?? learnerRoutes.find(fits)
  return found === undefined ? '' : pageName(found.component)
}

/** The chapter of a page; undefined for a page without one. */
export const chapterOfPage = (page: string): string | undefined => pages[page]
