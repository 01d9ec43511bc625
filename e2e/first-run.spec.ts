// The first sign-in on a new site: what the site is and its name are asked once; then the home page.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { barriers } from './axe.ts'
import { expect, madePassword, signIn, test as base } from './fixtures.ts'
import { openFreshSite } from './fresh-site.ts'

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture names from the pattern
  site: async ({}, use) => {
    const site = await openFreshSite()
    await use(site)
    await site.close()
  },
})

test('an administrator says what a new site is before anything else, once', async ({ site, page }) => {
  await page.goto('/login')
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码').fill(madePassword)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await expect(page.getByRole('heading', { name: '站点初始设置' })).toBeVisible()
  await page.goto('/admin/user/list')
  await expect(page).toHaveURL(/\/first-run$/)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '开始使用' }).click()
  await expect(page.getByRole('radiogroup', { name: '单位类型' })).toHaveAccessibleDescription(/请选择单位类型/)
  await expect(page.getByRole('radiogroup', { name: '单位类型' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('radio', { name: '考试机构' }).check()
  await page.getByLabel('站点名称').fill('市考试院')
  await page.getByRole('button', { name: '开始使用' }).click()
  // the page itself names the steps, too
  await expect(page).not.toHaveURL(/\/first-run$/)
  await expect(page.getByText('上手步骤')).toBeVisible()
  await page.goto('/admin/user/list')
  await expect(page).toHaveURL(/\/admin\/user\/list$/)
  const admin = await signIn(site, 'admin', madePassword)
  expect(await admin.call(config.detail)).toMatchObject({ siteName: '市考试院', props: { siteKind: 'examiner', hotelProfile: false } })
})
