// Sign-in and sign-out.
import { expect, test } from './fixtures.ts'

test('a learner signs in and sees the courses; signing out asks for confirmation', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('用户名').fill('learner02')
  await page.getByLabel('密码').fill('Learner@2026')
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await expect(page).toHaveURL(/\/web\/index/)
  await expect(page).toHaveTitle(/书院/)
  // on phones, signing out is in the user centre only
  await page.goto('/web/uc')
  await page.getByRole('button', { name: '退出' }).click()
  await expect(page.getByText('确实要退出吗？')).toBeVisible()
  await page.getByRole('button', { name: /确\s*定/ }).click()
  // the next user of this computer does not land on this page
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
