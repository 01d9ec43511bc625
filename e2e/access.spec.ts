// Accessibility of every page.
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'

const pages: Record<string, string[]> = {
  learner01: [
    '/web/course',
    '/web/exam/check/1',
    '/web/paper',
    '/web/uc',
    '/web/uc?to=password',
    '/web/uc?to=points',
    '/web/repo',
    '/web/book',
  ],
  teacher: [
    '/admin/exam/list',
    '/admin/exam/add/0',
    '/admin/exam/tmpl',
    '/admin/exam/paper',
    '/admin/exam/review',
    '/admin/repo/list',
    '/admin/repo/qu',
    '/admin/repo/qu/add?repoId=1',
  ],
  proctor: ['/admin/exam/watch', '/admin/exam/watch/detail?examId=1'],
  admin: ['/dev/kit', '/profile/index', '/admin/user/real', '/admin/sys/hotel'],
}

async function seriousProblems(page: Page, isDark: boolean) {
  await expect(page.locator('main').first()).toBeVisible()
  // the kit page shows the loading states themselves
  if (!page.url().includes('/dev/kit')) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // in dark mode only the colours differ
  return barriers(page, isDark ? 'color-contrast' : undefined)
}

async function inspect(page: Page, paths: string[], isDark = false) {
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    await page.goto(path)
    const problems = await seriousProblems(page, isDark)
    if (problems.length > 0) found[path] = problems
  }
  return found
}

test.describe.configure({ timeout: 150_000 })

for (const [userName, paths] of Object.entries(pages)) {
  // the layout of the back office on phones is checked by other tests
  const onPhone = userName.startsWith('learner') ? ' @phone' : ''
  test(`axe reports no serious problem on the pages of ${userName}${onPhone}`, async ({ openAs }) => {
    const { page } = await openAs(userName, '/')
    expect(await inspect(page, paths)).toEqual({})
  })

  test.describe('in dark mode', () => {
    test.use({ colorScheme: 'dark' })
    test(`axe reports no contrast problem on the pages of ${userName} in dark mode`, async ({ openAs }) => {
      const { page } = await openAs(userName, '/')
      // the theme defines the colours: a list, a form and a detail page contain all of them
      expect(await inspect(page, paths.slice(0, 4), true)).toEqual({})
    })
  })
}
