// Sign-in and sign-out, the end of a back-office session on an open page, and the second factor.
import { user } from '@shuyuan/contract/account/user.ts'
import { DataScope, role } from '@shuyuan/contract/people/role-menu/role.ts'
import type { Page, Route } from '@playwright/test'
import { codeAt, fromBase32, stepAt } from '../server/src/domains/account/code/totp.rules.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'

/** Ends every session of a user as idle time does, on every server process. */
const timeOut = (site: Site, userId: string) =>
  withDatabase(site, async (client) => {
    await client.query(`update sys_session set idle_until = now() - interval '1 second' where user_id = $1`, [userId])
    await client.query(`select pg_notify('shuyuan', $1)`, [JSON.stringify(['sys.session', { ids: [userId] }])])
  })
const layer = (page: Page) => page.getByRole('dialog', { name: '登录已超时' })
const password = { admin: 'Admin@2026', teacher: 'Teacher@2026' }
const unlock = async (page: Page, userName: keyof typeof password) => {
  await layer(page).getByLabel('密码').fill(password[userName])
  await layer(page).getByRole('button', { name: '登录', exact: true }).click()
}
/** The code of the present step, which is accepted for a step longer. */
const codeOf = (secret: string) => codeAt(fromBase32(secret.replaceAll(/\s/g, '')), stepAt(new Date()))

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

test('a form outlives the end of the session: one password serves two tabs, and the command runs once', async ({ openAs, site }) => {
  const { page, context, client } = await openAs('admin', '/admin/user/role')
  const { id } = await client.call(user.info)
  const second = await context.newPage()
  await second.goto('/admin/user/list')
  await expect(second.getByRole('button', { name: '新建用户' })).toBeVisible()
  await page.getByRole('button', { name: '新建角色' }).click()
  const form = page.getByRole('dialog', { name: '新建角色' })
  await form.getByLabel('角色名称').fill('值班老师')
  await form.getByLabel('备注').fill('周末值班')
  const saves: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith(role.save.path)) saves.push(String(((await response.json()) as { code: number }).code))
  })
  // the session ends while the command is on its way; otherwise the closed socket would bring the layer before the click
  const onTheWay = async (route: Route) => {
    await timeOut(site, id)
    // the server has heard of it
    await expect(() => expect(client.call(user.info)).rejects.toThrow('user/info')).toPass()
    await route.continue()
  }
  await page.route(`**${role.save.path}`, onTheWay, { times: 1 })
  await form.getByRole('button', { name: '确定' }).click()
  await expect(layer(page)).toBeVisible()
  await expect(layer(page).getByLabel('用户名')).toHaveValue('admin')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(layer(page)).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await expect(layer(second)).toBeVisible()

  await layer(page).getByLabel('密码').fill('wrong')
  await layer(page).getByRole('button', { name: '登录', exact: true }).click()
  await expect(layer(page).getByText('账号或密码错误')).toBeVisible()
  await unlock(page, 'admin')
  await expect(layer(page)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /值班老师/ })).toContainText('周末值班')
  await expect.poll(() => saves).toHaveLength(2)
  expect(saves[1]).toBe('0')
  await expect(layer(second)).toHaveCount(0)
  await second.getByRole('button', { name: '新建用户' }).click()
  await expect(second.getByRole('dialog', { name: '新建用户' })).toBeVisible()
  const { records } = await (await signIn(site, 'admin')).call(role.paging, { params: { roleName: '值班老师' } })
  expect(records).toHaveLength(1)
})

test('a second factor is set up in the profile, asked for at the sign-in, and passed by a recovery code', async ({ openAs, visit }) => {
  const { page } = await openAs('teacher', '/profile/index?to=totp')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const secret = await page.locator('main code').first().innerText()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('验证码').fill(codeOf(secret))
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allInnerTexts()
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByText('还有 10 个未使用')).toBeVisible()

  const theirs = await visit('/login?redirect=%2Fprofile%2Findex')
  await theirs.getByLabel('用户名').fill('teacher')
  await theirs.getByLabel('密码').fill(password.teacher)
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByRole('heading', { name: '两步验证' })).toBeVisible()
  await theirs.goto('/admin/exam/list')
  await expect(theirs).toHaveURL(/\/second-factor\?redirect=%2Fadmin%2Fexam%2Flist/)
  await theirs.getByLabel('验证码').fill('000000')
  await theirs.getByRole('button', { name: '验证', exact: true }).click()
  await expect(theirs.getByText('验证码错误或已使用')).toBeVisible()
  expect(await barriers(theirs)).toEqual([])
  await theirs.getByRole('button', { name: '手机不在身边？使用恢复码' }).click()
  await theirs.getByLabel('恢复码').fill(first)
  await theirs.getByRole('button', { name: '验证', exact: true }).click()
  await expect(theirs).toHaveURL(/\/admin\/exam\/list$/)
})

test('a role that requires the second factor leads to its setup first', async ({ visit, site }) => {
  const client = await signIn(site, 'admin')
  const { id: roleId } = await client.call(role.save, {
    roleName: '须验证',
    roleLevel: 5,
    dataScope: DataScope.own,
    needTotp: true,
    remark: '',
  })
  const { records } = await client.call(user.paging, { params: { userName: 'proctor' } })
  const proctor = records.find((one) => one.userName === 'proctor')!
  await client.call(user['batch-role'], { ids: [proctor.id], roles: [...proctor.roles, roleId] })
  const theirs = await visit('/login')
  await theirs.getByLabel('用户名').fill('proctor')
  await theirs.getByLabel('密码').fill('Proctor@2026')
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs.getByText('您的角色要求两步验证，设置完成后才能继续。')).toBeVisible()
  const secret = await theirs.locator('main code').first().innerText()
  expect(await barriers(theirs)).toEqual([])
  await theirs.getByLabel('验证码').fill(codeOf(secret))
  await theirs.getByRole('button', { name: '开启两步验证' }).click()
  await theirs.getByRole('button', { name: '我已保存' }).click()
  await expect(theirs).toHaveURL(/\/admin\//)
})
