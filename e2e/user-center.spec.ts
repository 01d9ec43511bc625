// The user centre: a profile to complete, a password, points, and real-name authentication from request to verdict.
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { role as roleCalls } from '@shuyuan/contract/people/role-menu/role.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '../contract/src/kernel/role-type.ts'
import { portrait, someIdCard } from '../server/src/domains/account/realname/real.factory.ts'
import type { Site } from './server.ts'
import { barriers } from './axe.ts'
import { expect, madePassword, onPhone, signIn, test } from './fixtures.ts'

/** A learner whose profile has no hotel data. */
async function addNewAccount(site: Site, userName: string) {
  const admin = await signIn(site, 'admin')
  const settings = await admin.call(config.detail, { id: '1' })
  const setHotelProfile = (hotelProfile: boolean) => admin.call(config.save, { ...settings, props: { ...settings.props, hotelProfile } })
  await setHotelProfile(false)
  const roles = await admin.call(roleCalls.list, {})
  await admin.call(user.save, {
    userName,
    realName: '初来',
    password: madePassword,
    roleType: RoleType.learner,
    roles: roles.filter((role) => role.roleName === '学员').map((role) => role.id),
    deptCode: 'A01',
  })
  await setHotelProfile(true)
}

test.describe('on a phone', () => {
  test.use(onPhone)
  test('an incomplete profile must be completed before the requested page opens', async ({ openAs, site }) => {
    const userName = `newcomer${Date.now()}`
    await addNewAccount(site, userName)
    const { page } = await openAs(userName, '/web/course')
    await expect(page).toHaveURL(/\/web\/uc\?redirected=%2Fweb%2Fcourse/)
    await expect(page.getByText('请补充完整个人资料！').first()).toBeVisible()

    const code = page.getByLabel('酒店编码')
    await code.fill('NOWHERE')
    await code.press('Tab')
    await expect(page.getByText('酒店编码不正确!').first()).toBeVisible()
    await code.fill('YQ0002')
    await code.press('Tab')
    await expect(page.getByLabel('对外门牌标识')).toHaveValue('云栖会展酒店')
    await expect(page.getByLabel('法定代表人')).toHaveValue('江月兰')
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await expect(page.getByText('营业地址不能为空！')).toBeVisible()
    await page.getByLabel('营业地址').fill('会展路 6 号')
    await page.getByLabel('所属分局/派出所').selectOption({ label: '北岸派出所' })
    await page.getByRole('button', { name: /保\s*存/ }).click()
    await expect(page.getByText('资料修改成功！')).toBeVisible()
    await expect(page).toHaveURL(/\/web\/course$/)
  })
})

test('a new password requires a new sign-in; points are listed; messages open from the avatar menu', async ({ openAs }) => {
  const { page } = await openAs('learner09', '/web/uc?to=points')
  await expect(page.getByText('兑换一次补考机会')).toBeVisible()
  await expect(page.getByText('+80')).toBeVisible()
  await page
    .getByRole('link', { name: /我的消息/ })
    .first()
    .click()
  await expect(page).toHaveURL(/to=msg/)
  await page.getByRole('navigation', { name: '用户中心' }).getByRole('link', { name: '修改密码' }).click()
  await page.getByLabel('旧密码').fill('Learner@2026')
  await page.getByLabel('新密码', { exact: true }).fill('Learner@2026')
  await page.getByLabel('确认密码').fill('Another#2027')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码太常见或包含用户名，容易被猜到，请换一个')).toBeVisible()
  await page.getByLabel('旧密码').fill('Same#2026')
  await page.getByLabel('新密码', { exact: true }).fill('Same#2026')
  await page.getByLabel('确认密码').fill('Another#2027')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('新密码不能与旧密码一致！')).toBeVisible()
  await page.getByLabel('旧密码').fill('Learner@2026')
  await page.getByLabel('新密码', { exact: true }).fill('Another#2028')
  await expect(page.getByText('两次密码输入不一致！')).toBeVisible()
  await page.getByLabel('确认密码').fill('Another#2028')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('用户密码修改成功，请重新登录！')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('用户名').fill('learner09')
  await page.getByLabel('密码').fill('Another#2028')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/web\//)
})

test('a real-name request is sent and audited, and the learner gets a message', async ({ openAs, site }) => {
  const admin = await signIn(site, 'admin')
  const switches = await admin.call(configSwitch.detail, {})
  await admin.call(configSwitch.save, { ...switches, realPerson: true, faceAudit: 'manual' })

  const { page, client } = await openAs('learner10', '/web/uc?to=real')
  const { realName } = await client.call(user.info)
  await page.getByLabel('身份证号').fill(someIdCard(7).toLowerCase())
  await page.getByLabel('联系方式').click()
  await expect(page.getByLabel('出生日期')).toHaveValue('1990-03-07')
  await expect(page.getByLabel('户籍所在地')).toHaveValue('广东省深圳市')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传照片' }).click()
  await (await chooser).setFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await expect(page.getByRole('button', { name: '更换图片' }).or(page.locator('.ant-upload-list-item-done')).first()).toBeVisible()
  await page.getByRole('button', { name: '提交认证' }).click()
  await expect(page.getByText('为了提高通过率，请确认姓名、身份证号、人脸照片相匹配，确定提交吗?')).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByText('实名认证审核中')).toBeVisible()

  const reviewer = await openAs('admin', '/admin/user/real')
  await reviewer.page.getByRole('button', { name: `查看${realName}的实名申请` }).click()
  const dialog = reviewer.page.getByRole('dialog')
  await expect(dialog.getByText(someIdCard(7))).toBeVisible()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(dialog.getByText('审核意见不能为空！')).toBeVisible()
  await expect(dialog.getByText('审核理由不能为空！')).toBeVisible()
  await dialog.getByLabel('通过').check()
  await dialog.getByLabel('审核理由').fill('清晰')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(reviewer.page.getByRole('button', { name: `查看${realName}的实名申请` })).toHaveCount(0)
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(page.getByText('已通过实名认证')).toBeVisible()
  await page.getByRole('link', { name: /条未读/ }).click()
  await expect(page.getByRole('button', { name: /未读 实名认证已通过/ })).toBeVisible()
})

test('font size and full screen are chosen in the head of every page, and stay', async ({ openAs }) => {
  const { page, context } = await openAs('learner11', '/web/index')
  const px = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(await px()).toBe('16px')
  for (const path of ['/web/index', '/web/course', '/web/uc', '/web/notice']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: '全屏' })).toBeVisible()
    await expect(page.getByLabel('字体大小')).toBeVisible()
  }
  await page.getByLabel('字体大小').click()
  await page.getByRole('button', { name: '最小' }).click()
  await expect(page.getByText('字体切换成功！')).toBeVisible()
  expect(await px()).toBe('14px')
  expect((await context.cookies()).find((one) => one.name === 'size')?.value).toBe('mini')
  await page.reload()
  await expect(page.getByLabel('字体大小')).toBeVisible()
  expect(await px()).toBe('14px')
  await page.getByLabel('字体大小').press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '中等' })).toBeHidden()
  await page.getByRole('button', { name: '全屏' }).click()
  await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible()
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect(page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('a receipt is downloaded under the name of the order', async ({ openAs }) => {
  const { page, client } = await openAs('learner01', '/web/uc?to=pay')
  const { records } = await client.call(coursePayment.page)
  const saved = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^下载收据/ })
    .first()
    .click()
  expect((await saved).suggestedFilename()).toBe(`${records[0]!.orderId}.png`)
  await expect(page.getByText('下载成功！')).toBeVisible()
})
