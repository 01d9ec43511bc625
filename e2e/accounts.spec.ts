// All sign-in methods: registration, forgotten password, SMS code, third-party account; and bound accounts.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { UserVerdict } from '@shuyuan/contract/people/user/user-admin.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserDeptType } from '../contract/src/site/config/switch.ts'
import type { Page } from '@playwright/test'
import { barriers } from './axe.ts'
import { solveCaptcha } from './captcha.ts'
import { type Client, expect, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'

const PASSWORD = 'Fresh@2026'

const turn = async (admin: Client, change: object) => {
  const switches = await admin.call(configSwitch.detail, {})
  await admin.call(configSwitch.save, { ...switches, ...change })
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A notice is visible for two seconds: expect it before the action that triggers it. */
const seesNotice = (page: Page, text: string, act: Promise<void>) => Promise.all([expect(page.getByText(text)).toBeVisible(), act])

/** Requests a code with the solved captcha; a demonstration without an SMS provider shows it. */
async function sendCode(page: Page, site: Site, mobile: string) {
  const number = page.getByRole('textbox', { name: /手机号/ })
  if (await number.isEditable()) await number.fill(mobile)
  await solveCaptcha(site, page)
  const answered = page.waitForResponse('**/api/sys/user/sms')
  await press(page, '获取验证码')
  const { data } = (await (await answered).json()) as { data: { demoCode: string } }
  const code = data.demoCode
  await expect(page.getByText(`演示站点不发送短信，验证码：${code}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重发$/ })).toBeDisabled()
  await page.getByRole('textbox', { name: '短信验证码' }).fill(code)
}

async function expectAccessible(page: Page) {
  expect(await barriers(page)).toEqual([])
}

test.beforeAll(async ({ site }) => {
  const admin = await signIn(site, 'admin')
  await turn(admin, { userReg: true, userAudit: true, mobileLogin: true, wechatLogin: true, userDeptType: UserDeptType.chosen })
  await admin.call(configProp.change, { type: 'wechat', provider: 'local', data: {} })
})

test('a new user registers, waits for approval, and then signs in', async ({ page, site }) => {
  const userName = 'newcomer-registered'
  await page.goto('/login')
  await page.getByRole('link', { name: '注册账号' }).click()
  await press(page, '注册')
  for (const text of ['用户名不能为空！', '姓名不能为空！', '密码不能为空！', '部门不能为空！', '图形验证码不能为空！'])
    await expect(page.getByText(text)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('姓名').fill('新同学')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByLabel('部门').selectOption({ index: 1 })
  await solveCaptcha(site, page)
  await press(page, '注册')
  await expect(page.getByText('用户名已存在')).toBeVisible()
  await page.getByLabel('用户名').fill(userName)
  await solveCaptcha(site, page)
  await press(page, '注册')
  await expect(page.getByRole('heading', { name: '注册成功' })).toBeVisible()
  await page.getByRole('link', { name: '返回登录' }).click()

  const enter = async () => {
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('密码').fill(PASSWORD)
    await press(page, '登录')
  }
  await seesNotice(page, '账号正在审核中，请等待管理员审核', enter())
  const admin = await signIn(site, 'admin')
  const { records } = await admin.call(user.paging, { params: { userName } })
  await admin.call(user.audit, { ids: [records[0]!.id], state: UserVerdict.approved, auditMsg: '欢迎' })
  await enter()
  await expect(page).toHaveURL(/\/web\//)
})

test('a forgotten password is reset with an SMS code', async ({ page, site }) => {
  const admin = await signIn(site, 'admin')
  const mobile = '13700000021'
  const { records } = await admin.call(user.paging, { params: { userName: 'learner21' } })
  await admin.call(bind['direct-bind'], { userId: records[0]!.id, mobile })
  await page.goto('/login')
  await expect(page.getByText('演示站点：人员和数据都是虚构的，请勿填写真实信息')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '忘记密码' }).click()
  await sendCode(page, site, mobile)
  await page.getByLabel('新密码').fill('weak')
  await press(page, '重置密码')
  await expect(page.getByText('密码长度应为8-60位')).toBeVisible()
  await page.getByLabel('新密码').fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await seesNotice(page, '密码已重置，请使用新密码登录', press(page, '重置密码'))
  await page.getByLabel('用户名').fill('learner21')
  await page.getByLabel('密码').fill(PASSWORD)
  await press(page, '登录')
  await expect(page).toHaveURL(/\/web\//)
})

test('sign-in with an SMS code', async ({ page, site }) => {
  const admin = await signIn(site, 'admin')
  const mobile = '13700000022'
  const { records } = await admin.call(user.paging, { params: { userName: 'learner22' } })
  await admin.call(bind['direct-bind'], { userId: records[0]!.id, mobile })
  await page.goto('/login?redirected=%2Fweb%2Fpaper')
  await press(page, '短信登录')
  await sendCode(page, site, mobile)
  await press(page, '登录')
  await expect(page).toHaveURL(/\/web\/paper$/)
})

test('a third-party account is bound on the first sign-in and signs in directly afterwards', async ({ page }) => {
  await page.goto('/login?redirect=https%3A%2F%2Fevil.example%2F')
  await press(page, '微信登录')
  await expect(page.getByRole('heading', { name: '测试登录 · 微信' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /测试·李华/ }).click()
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '绑定已有账号' }).click()
  await expect(page.getByText('登录后将绑定微信账号“测试·李华”')).toBeVisible()
  await page.getByLabel('用户名').fill('learner23')
  await page.getByLabel('密码').fill('Learner@2026')
  await press(page, '登录')
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/web\//)
  await page.evaluate(() => localStorage.removeItem('token'))

  await page.goto('/login')
  await press(page, '微信登录')
  await page.getByRole('link', { name: /测试·李华/ }).click()
  await expect(page).toHaveURL(/\/web\//)
  const landed = page.url()
  expect(await page.evaluate(() => sessionStorage.getItem('third.journey'))).toBeNull()

  // the landing address is invalid in another browser
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/sync?loginType=wechat&code=local-test-li&state=somebody-elses-state')
  await expect(page.getByRole('heading', { name: '登录未完成' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(landed).not.toContain('code=')
})

test('in the user centre a phone and a third-party account are bound and unbound, and another device is signed out', async ({
  openAs,
  site,
}) => {
  const name = 'learner24'
  const elsewhere = await signIn(site, name)
  const { page, client } = await openAs(name, '/web/uc?to=account')
  const { mobile } = await client.call(user.info)
  await press(page, '解绑手机号')
  await sendCode(page, site, mobile)
  await seesNotice(
    page,
    '手机号解绑成功！',
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^解\s*绑$/ })
      .click(),
  )
  await press(page, '绑定手机号')
  await sendCode(page, site, mobile)
  await seesNotice(
    page,
    '手机号绑定成功！',
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^绑\s*定$/ })
      .click(),
  )
  await expect(page.getByRole('listitem').filter({ hasText: mobile })).toBeVisible()
  await press(page, '绑定微信')
  await page.getByRole('link', { name: /测试·王芳/ }).click()
  await expect(page).toHaveURL(/\/web\/uc\?to=account/)
  await expect(page.getByText('测试·王芳')).toBeVisible()
  await expectAccessible(page)
  await press(page, '解绑微信')
  await expect(page.getByText('确实要解除绑定吗?')).toBeVisible()
  await seesNotice(page, '解绑成功!', page.getByRole('button', { name: /^确\s*定$/ }).click())
  await expect(page.getByText('测试·王芳')).toHaveCount(0)

  await page.goto('/web/uc?to=session')
  await expect(page.getByText('本机')).toBeVisible()
  await page.getByRole('button', { name: /^下线/ }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^下\s*线$/ })
    .click()
  await expect(page.getByRole('button', { name: /^下线/ })).toHaveCount(0)
  await expect(elsewhere.call(user.info)).rejects.toThrow(String(errors.signedOut[0]))
})

test('a sign-in from elsewhere asks before it replaces the session of another account', async ({ openAs, site }) => {
  const { page } = await openAs('learner27', '/web/course')
  const mine = await page.evaluate(() => localStorage.getItem('token'))
  const { token } = await signIn(site, 'learner28')
  await page.goto(`/sync?token=${token}&redirect=%2Fweb%2Fpaper`)
  await expect(page.getByText(/learner27.*learner28/)).toBeVisible()
  expect(page.url()).not.toContain(token)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^继续使用/ }).click()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(mine)
  await page.goto(`/sync?token=${token}&redirect=%2Fweb%2Fpaper`)
  await page.getByRole('button', { name: /^切换为/ }).click()
  await expect(page).toHaveURL(/\/web\/paper$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
})

test('the API reference is shown in a frame that cannot read the session', async ({ openAs }) => {
  const { page } = await openAs('admin', '/docs/api')
  await expect(page).toHaveURL(/\/admin\/sys\/api$/)
  const reference = page.frameLocator('iframe[title="接口文档"]')
  await expect(reference.getByText(/^\/api\/\w+\//).first()).toBeVisible()
  const frame = page.frames().find((one) => one.url().includes('/docs/api/'))
  const origin = await frame?.evaluate(() => {
    try {
      return `${window.origin} ${String(window.parent.localStorage.length)}`
    } catch (error) {
      return `${window.origin} ${(error as Error).name}`
    }
  })
  expect(origin).toBe('null SecurityError')
})

test('an administrator unbinds the accounts of a user', async ({ openAs, site }) => {
  const admin = await signIn(site, 'admin')
  const { records } = await admin.call(user.paging, { params: { userName: 'learner26' } })
  const userId = records[0]!.id
  const { openId } = await admin.call(bind['bind-info'], { loginType: 'mobile', userId })
  if (openId !== '') await admin.call(bind['direct-unbind'], { userId, mobile: openId })
  const { page } = await openAs('admin', '/admin/user/list?userName=learner26')
  await page.getByText('编辑', { exact: true }).first().click()
  await page.getByRole('tab', { name: '账号绑定' }).click()
  await page.getByLabel('为用户绑定手机号').fill('13700000026')
  const panel = page.getByRole('tabpanel', { name: '账号绑定' })
  await seesNotice(page, '绑定成功!', panel.getByRole('button', { name: /^绑\s*定$/ }).click())
  await press(page, '解绑手机号')
  await expect(page.getByText('确实要解除用户的手机绑定?')).toBeVisible()
  await page.getByRole('button', { name: /^确\s*定$/ }).click()
  await expect(page.getByText('该用户还没有绑定任何账号')).toBeVisible()
  expect(await admin.call(bind['bind-info'], { loginType: 'mobile', userId })).toMatchObject({ openId: '' })
})
