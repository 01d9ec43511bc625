// Sign-in, refused sign-in, and sign-out.
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

test('after three wrong passwords a captcha is required', async ({ page }) => {
  await page.goto('/login')
  for (let attempt = 0; attempt < 3; attempt++) {
    await page.getByLabel('用户名').fill('learner49')
    await page.getByLabel('密码').fill(`Wrong-${attempt}-pass`)
    const answered = page.waitForResponse('**/api/sys/user/login')
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await answered
  }
  await expect(page.getByRole('img', { name: /验证码/ })).toBeVisible()
})

test('sign-in returns to the requested page, but never to another site', async ({ page }) => {
  await page.goto('/web/paper')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.goto('/login?redirect=https%3A%2F%2Fevil.example%2F')
  await page.getByLabel('用户名').fill('learner03')
  await page.getByLabel('密码').fill('Learner@2026')
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await expect(page).toHaveURL(/\/web\/index/)
})

test('a tampered token leads to the sign-in page', async ({ openAs }) => {
  const { page } = await openAs('learner04', '/web/course')
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token') ?? ''}x`))
  await page.addInitScript(() => localStorage.setItem('token', 'tampered-token-tampered-token-tampered'))
  await page.goto('/web/paper')
  await expect(page).toHaveURL(/\/login/)
})

test('back office users get only the menus of their role', async ({ openAs }) => {
  const teacher = await openAs('teacher', '/')
  await expect(
    teacher.page
      .getByRole('menuitem', { name: '试题管理' })
      .or(teacher.page.getByRole('menuitem', { name: '题库' }))
      .first(),
  ).toBeVisible()
  const proctor = await openAs('proctor', '/')
  await expect(proctor.page).toHaveURL(/\/admin\/home\/work/)
  await expect(proctor.page.getByText('题库管理')).toHaveCount(0)
})
