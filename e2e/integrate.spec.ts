// Interfaces for other systems: API tokens, receivers of messages; LTI with a platform that frames the choice of links, and a tool of another site.
import { barriers } from './axe.ts'
import { expect, test, signIn } from './fixtures.ts'
import { lti, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { toolLink } from '@shuyuan/contract/integrate/tool.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Page } from '@playwright/test'
import { makeLtiBook } from '../server/test/lti-book.ts'
import { openLtiSites } from '../server/test/lti-sites.ts'
import { ltiClient, startLtiStub } from '../server/test/lti-stub.ts'
import { withDatabase } from './database.ts'

test('an administrator makes an API token that calls the back office, and revokes it', async ({ openAs, site }) => {
  const { page } = await openAs('admin', '/admin/sys/api-token')
  await page.getByRole('button', { name: '新建接口令牌' }).first().click()
  const form = page.getByRole('dialog', { name: '新建接口令牌' })
  await form.getByLabel('令牌名称').fill('人事系统')
  await form.getByRole('combobox', { name: '令牌权限' }).fill('sys:group:list')
  await page.locator('.ant-select-dropdown:visible').getByTitle('用户分组 · sys:group:list').click()
  await page.keyboard.press('Escape')
  await form.getByLabel('有效期至').fill(`${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 00:00:00`)
  await page.keyboard.press('Tab')
  await form.getByRole('button', { name: '确定' }).click()
  const shown = page.getByRole('dialog', { name: '新的接口令牌' })
  const token = await shown.locator('code').innerText()
  const headers = { authorization: `Bearer ${token}` }
  const ask = async () => (await fetch(`${site.url}/api/sys/group/paging`, { method: 'POST', headers })).json()
  expect(await ask()).toMatchObject({ code: 0 })
  await shown.getByRole('button', { name: '已保存，关闭' }).click()
  const row = page.locator('main').getByRole('row', { name: /人事系统/ })
  await expect(row).toContainText(token.slice(0, 9))
  expect(await barriers(page)).toEqual([])
  await row.getByRole('button', { name: '撤销接口令牌' }).click()
  await page.getByRole('dialog').filter({ visible: true }).last().getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
  expect(await ask()).toMatchObject({ code: 10_010_002 })
})

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] === undefined ? undefined : page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })

test('a teacher chooses exams and courses from within a frame of the platform', async ({ openAs, site }) => {
  const there = await openLtiSites(site.url)
  try {
    const admin = await signIn(site, 'admin')
    await admin.call(ltiPlatform.save, {
      title: '网络课堂',
      issuer: there.url,
      clientId: 'product',
      deployments: 'd-1',
      authUrl: `${there.url}/auth`,
      keysUrl: there.keysUrl,
      deptCode: 'A01',
      enabled: true,
    })
    const { page, context } = await openAs('teacher', '/admin/exam/list')
    await page.goto(`${there.url}/course`)
    const frame = page.frameLocator('iframe')
    const [choosing] = await Promise.all([context.waitForEvent('page'), frame.getByRole('link', { name: '在新窗口中选择' }).click()])
    await expect(choosing.getByText('学习平台“网络课堂”的王老师请求考试和课程的链接')).toBeVisible()
    const rows = choosing.locator('main').getByRole('row')
    await rows.nth(1).getByRole('checkbox').check()
    await rows.nth(2).getByRole('checkbox').check()
    expect(await barriers(choosing)).toEqual([])
    await choosing.getByRole('button', { name: '提交给学习平台' }).click()
    await expect(choosing.getByText('请回到学习平台的窗口，这个窗口可以关闭。')).toBeVisible()
    await expect(frame.getByText('已收到链接')).toBeVisible()
    const items = there.got.answer?.['https://purl.imsglobal.org/spec/lti-dl/claim/content_items'] as { url: string }[]
    expect(items).toHaveLength(2)
    expect(items[0]?.url).toContain(`${site.url}/lti/`)
  } finally {
    await there.close()
  }
})

test('an administrator registers a tool, a teacher links it, a learner opens it and is through by its report', async ({ openAs, site }) => {
  const there = await openLtiSites(site.url)
  try {
    const { page: office } = await openAs('admin', '/admin/sys/tool')
    await office.getByRole('button', { name: '新建外部工具' }).first().click()
    const form = office.getByRole('dialog', { name: '新建外部工具' })
    await form.getByLabel('工具名称').fill('急救模拟')
    await form.getByLabel('登录发起地址').fill(`${there.url}/tool/login`)
    await form.getByLabel('工具地址', { exact: true }).fill(`${there.url}/tool`)
    await form.getByLabel('工具回调地址').fill(`${there.url}/tool/launch`)
    await form.getByLabel('工具公钥地址（JWKS）').fill(there.keysUrl)
    await form.getByRole('button', { name: '确定' }).click()
    const registered = office.locator('main').getByRole('row', { name: /急救模拟/ })
    await registered.getByRole('button', { name: '登记信息' }).click()
    await expect(office.getByRole('dialog', { name: '工具需要的登记信息' })).toContainText('/api/integrate/tool-service/token')
    expect(await barriers(office)).toEqual([])

    const { page: desk, client } = await openAs('teacher', '/admin/course/tool')
    await desk.getByRole('button', { name: '新建外部工具链接' }).first().click()
    const linkForm = desk.getByRole('dialog', { name: '新建外部工具链接' })
    await linkForm.getByRole('combobox', { name: '外部工具' }).click()
    await desk.locator('.ant-select-dropdown:visible').getByTitle('急救模拟').click()
    await linkForm.getByLabel('链接名称').fill('心肺复苏练习')
    await linkForm.getByRole('button', { name: '确定' }).click()
    const link = desk.locator('main').getByRole('row', { name: /心肺复苏练习/ })
    await expect(link).toContainText('急救模拟')

    const { records } = await client.call(toolLink.paging)
    const fileId = records[0]!.id
    const people = { openType: OpenType.all, deptCodes: [], groupIds: [], userIds: [] }
    const open = { required: false, startTime: null, endTime: null, videoDrag: false, dragFinished: false, sequential: false }
    const files = [{ fileId, chapter: '', required: true, minSec: 0 }]
    const { id: courseId } = await client.call(course.save, { ...open, ...people, title: '急救入门', files })
    const { page, context } = await openAs('learner34', `/web/course/view/${courseId}/${fileId}`)
    const [tool] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: '在新窗口打开' }).click()])
    await expect(tool.getByRole('heading', { name: /请开始练习/ })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    expect(await there.report({ scoreGiven: 9, scoreMaximum: 10, activityProgress: 'Completed' })).toBe(200)
    await expect(page.getByText('工具已报告您学完了这个课件')).toBeVisible()
    await link.getByRole('button', { name: '成绩' }).click()
    await expect(desk.getByRole('dialog').getByRole('row', { name: /9 \/ 10/ })).toContainText('已完成')
    expect(await barriers(desk)).toEqual([])
  } finally {
    await there.close()
  }
})

test('an administrator reads the roster of a course there, and sees who is new', async ({ openAs, site }) => {
  const book = makeLtiBook()
  const there = await startLtiStub(book.answer)
  book.keys = async () => (await (await fetch(`${site.url}${lti.keys.path}`)).json()) as Awaited<ReturnType<typeof book.keys>>
  const member = (id: string, name: string, role = 'Learner') => ({
    user_id: id,
    name,
    roles: [`http://purl.imsglobal.org/vocab/lis/v2/membership#${role}`],
  })
  book.members = [[member('u-1', '张 小明'), member('t-1', '王老师', 'Instructor')], [member('u-2', 'Ann Lee')]]
  try {
    const admin = await signIn(site, 'admin')
    const { id } = await admin.call(ltiPlatform.save, {
      title: '名单平台',
      issuer: there.url,
      clientId: ltiClient.clientId,
      deployments: ltiClient.deployment,
      authUrl: `${there.url}/auth`,
      keysUrl: `${there.url}/keys`,
      tokenUrl: `${there.url}/token`,
      deptCode: 'A01',
      roster: 'accounts',
      enabled: true,
    })
    // as a launch stores it
    await withDatabase(site, (client) =>
      client.query(
        "insert into integrate_lti_context (platform_id, deployment, context, title, url, launch_time) values ($1, 'd-1', 'c-1', '急救 2026', $2, now())",
        [id, `${there.url}/memberships`],
      ),
    )
    const { page } = await openAs('admin', '/admin/sys/lti')
    await page
      .locator('main')
      .getByRole('row', { name: /名单平台/ })
      .getByRole('button', { name: '课程名单' })
      .click()
    const courses = page.getByRole('dialog', { name: '名单平台' })
    const row = courses.getByRole('row', { name: /急救 2026/ })
    await row.getByRole('button', { name: '读取名单' }).click()
    await expect(page.getByText('名单 3 人，新增 3 人，离开 0 人，新开账号 2 个')).toBeVisible()
    await expect(row.getByRole('cell', { name: '3', exact: true })).toHaveCount(2)
    await shot(page, 'roster-courses')
    await row.getByRole('button', { name: '成员' }).click()
    const members = page.getByRole('dialog', { name: '急救 2026' })
    await expect(members.getByRole('row', { name: /张小明/ })).toContainText('平台的学员')
    await expect(members.getByRole('row', { name: /王老师/ })).toContainText('平台的教师')
    await shot(page, 'roster-members')
    expect(await barriers(page)).toEqual([])
  } finally {
    await there.close()
  }
})
