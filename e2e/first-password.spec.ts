// The first sign-in with a password that was given out: nothing opens before another one was chosen.
import { user } from '@shuyuan/contract/account/user.ts'
import pg from 'pg'
import { expect, onPhone, signIn, test } from './fixtures.ts'

test.use(onPhone)

const OWN = 'Primrose#2027'

test('an account with a given password chooses another before anything else, and signs in with it from then on', async ({ site, page }) => {
  const database = new pg.Client({ connectionString: site.databaseUrl! })
  await database.connect()
  await database.query("update sys_user set must_change_pass = true where user_name = 'learner33'")
  await database.end()

  await page.goto('/login')
  await page.getByRole('textbox', { name: '用户名' }).fill('learner33')
  await page.getByLabel('密码', { exact: true }).fill('Learner@2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  // another address leads back
  await page.goto('/web/paper')
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()

  await page.getByLabel('新密码', { exact: true }).fill(OWN)
  await page.getByLabel('确认密码').fill('something else')
  await page.getByRole('button', { name: '保存并继续' }).click()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByLabel('确认密码').fill(OWN)
  await page.getByRole('button', { name: '保存并继续' }).click()
  await expect(page.getByText('新密码已生效')).toBeVisible()
  await page.goto('/web/paper')
  await expect(page.getByRole('heading', { name: '我的成绩' })).toBeVisible()

  const { call } = await signIn(site, 'learner33', OWN)
  expect(await call(user.info)).toMatchObject({ userName: 'learner33' })
})
