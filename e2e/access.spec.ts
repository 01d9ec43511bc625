// Every page as somebody who cannot see it well, or has only a keyboard, would meet it.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

const pages: [userName: string, path: string][] = [
  ['learner01', '/web/course'],
  ['learner01', '/web/paper'],
  ['teacher', '/admin/exam/list'],
  ['teacher', '/admin/exam/tmpl'],
  ['teacher', '/admin/exam/paper'],
  ['teacher', '/admin/exam/review'],
  ['teacher', '/admin/repo/list'],
  ['teacher', '/admin/repo/qu'],
  ['proctor', '/admin/exam/watch'],
  ['admin', '/dev/kit'],
]

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in the ${scheme}`, () => {
    test.use({ colorScheme: scheme })
    for (const [userName, path] of pages) {
      test(`axe finds nothing serious on ${path} @phone`, async ({ openAs }) => {
        const { page } = await openAs(userName, path)
        await expect(page.locator('main').first()).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
        const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
        expect(serious.map((one) => ({ id: one.id, nodes: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)) }))).toEqual([])
      })
    }
  })
}
