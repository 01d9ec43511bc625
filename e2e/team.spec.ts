// My team: an administrator sets a leader, who sees their people on a phone and no others, reminds them, and exports.
import { depart, type DepartNode } from '@shuyuan/contract/people/org/depart.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { team } from '@shuyuan/contract/stat/team.ts'
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'

const flat = (rows: DepartNode[]): DepartNode[] => rows.flatMap((row) => [row, ...flat(row.children)])
const hour = 3_600_000

test('an administrator sets the leader of a department', async ({ openAs, site }) => {
  const { page, client } = await openAs('admin', '/admin/user/depart')
  const tree = page.getByRole('tree', { name: '部门' })
  await tree.getByText('信息技术部', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '信息技术部' })).toBeVisible()
  await page.getByRole('button', { name: '选择负责人' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('textbox', { name: '用户名' }).fill('learner43')
  await picker.getByRole('button', { name: /查询/ }).click()
  await expect(picker.getByRole('row', { name: /蒋一鸣/ })).toHaveCount(1)
  await picker
    .getByRole('row', { name: /learner43/ })
    .getByRole('radio')
    .check()
  await picker.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(tree.getByText('蒋一鸣')).toBeVisible()
  const [shown] = flat(await client.call(depart.tree)).filter((one) => one.deptName === '信息技术部')
  expect(shown?.leaderName).toBe('蒋一鸣')
  expect((await (await signIn(site, 'learner43')).call(ownUser.info)).leadsTeam).toBe(true)
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a leader sees their people and nobody else’s, reminds them, and exports', async ({ openAs, site }) => {
    const admin = await signIn(site, 'admin')
    const departs = flat(await admin.call(depart.tree))
    const ours = departs.find((one) => one.deptName === '信息技术部')!
    const boss = await signIn(site, 'learner43')
    await admin.call(depart.save, {
      id: ours.id,
      parentId: ours.parentId,
      deptName: ours.deptName,
      leaderId: (await boss.call(ownUser.info)).id,
    })
    const title = `值班制度 ${Date.now()}`
    const files = (await admin.call(course['admin/detail'], { id: '1' })).files.slice(0, 1)
    await admin.call(course.save, {
      ...(await admin.call(course['admin/detail'], { id: '1' })),
      id: undefined,
      title,
      files,
      openType: OpenType.departs,
      deptCodes: [ours.deptCode],
      groupIds: [],
      userIds: [],
      price: '0.00',
      costPoints: 0,
      certId: null,
      startTime: null,
      endTime: null,
      deadlineTime: toWallClock(new Date(Date.now() - hour)),
    })

    const { page, client } = await openAs('learner43', '/web/uc')
    await page.getByRole('link', { name: '我的团队' }).first().click()
    await expect(page.getByRole('heading', { name: '我的团队', level: 1 })).toBeVisible()
    await expect(page.getByRole('article', { name: '蔡思远' })).toBeVisible()
    await expect(page.getByRole('article', { name: '王秀兰' })).toHaveCount(0)
    await expect(page.getByRole('article', { name: '蒋一鸣' })).toHaveCount(0)

    await page.getByRole('article', { name: '蔡思远' }).getByRole('link').click()
    await expect(page.getByRole('heading', { name: '蔡思远', level: 1 })).toBeVisible()
    await expect(page.getByText(title)).toBeVisible()
    await page.getByRole('button', { name: '发送提醒' }).click()
    const dialog = page.getByRole('dialog', { name: '提醒 蔡思远' })
    await expect(dialog.getByText(/将提醒 1 人/)).toBeVisible()
    await dialog.getByRole('button', { name: '发送提醒' }).click()
    await expect(dialog).toHaveCount(0)
    const inbox = await (await signIn(site, 'learner44')).call(msg.paging, { params: {} })
    expect(inbox.records[0]!.content).toContain(title)

    await page.getByRole('link', { name: '返回我的团队' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^我的团队_.*\.xlsx$/)
    const { records } = await client.call(team.paging, { params: { realName: '王秀兰' } })
    expect(records).toEqual([])

    // without the department the page is refused at once
    await admin.call(depart.save, { id: ours.id, parentId: ours.parentId, deptName: ours.deptName, leaderId: '' })
    await page.reload()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})
