// A copy of an exam for a group, with a type; the QR code of an exam; exams that are archived.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { barriers } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'

test('a teacher copies an exam for a group, and shows its QR code', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/exam/list')
  const { records } = await client.call(exam.paging, { params: { openType: ExamOpenType.all } })
  const source = records[0]!
  const { records: groups } = await client.call(group.paging, {})
  const chosen = groups[0]!
  const more = () => page.getByRole('row', { name: new RegExp(source.title) }).getByRole('button', { name: /更多/ })

  await more().click()
  await page.getByRole('menuitem', { name: '二维码' }).click()
  const code = page.getByRole('dialog', { name: '二维码' })
  await expect(code.getByText(`/web/exam/check/${source.id}`)).toBeVisible()
  const download = page.waitForEvent('download')
  await code.getByRole('button', { name: '下载图片' }).click()
  expect((await download).suggestedFilename()).toBe(`${source.title}.png`)
  expect(await barriers(page)).toEqual([])
  await code.getByText('关闭', { exact: true }).click()

  await more().click()
  await page.getByRole('menuitem', { name: '复制为新考试' }).click()
  await expect(page.getByRole('textbox', { name: '考试名称' })).toHaveValue(`${source.title}（副本）`)
  await page.getByRole('button', { name: '说明与次数' }).last().click()
  await page.getByRole('combobox', { name: '考试类型' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '随堂测验' }).click()
  await page.getByRole('radio', { name: '指定人员' }).click()
  await page.getByRole('combobox', { name: '分组' }).fill(chosen.groupName)
  await page.locator('.ant-select-item-option:visible', { hasText: chosen.groupName }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('考试保存成功！')).toBeVisible()

  const { records: copies } = await client.call(exam.paging, { params: { title: `${source.title}（副本）` } })
  expect(copies).toMatchObject([{ examType_dictText: '随堂测验', openType: ExamOpenType.persons, startTime: null, endTime: null }])
  const copy = await client.call(exam.detail, { id: copies[0]!.id })
  const original = await client.call(exam.detail, { id: source.id })
  expect(copy.groups.map((one) => one.groupName)).toEqual([chosen.groupName])
  expect(copy.tmplId).toBe(original.tmplId)
  await expect(page.getByRole('row', { name: new RegExp(`${source.title}（副本）`) })).toContainText('随堂测验')
})

test('an exam that is over leaves the list and comes back; the settings say when by itself', async ({ site, openAs }) => {
  const client = await signIn(site, 'admin')
  const { records } = await client.call(exam.paging, { params: { openType: ExamOpenType.all } })
  const { id: _id, version: _version, ...form } = await client.call(exam.detail, { id: records[0]!.id })
  const title = '上学期的考试'
  const past = { startTime: '2026-01-05 09:00:00', endTime: '2026-01-05 11:00:00' }
  await client.call(exam.save, { ...form, ...past, title, password: '', deptCodes: [], groupIds: [], userIds: [] })
  const { page } = await openAs('admin', '/admin/exam/list')
  const row = () => page.getByRole('row', { name: new RegExp(title) })
  const choose = async (entry: string) => {
    await row().getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('归档')
  await expect(row()).toHaveCount(0)
  await page.goto(`${new URL('/admin/exam/list', page.url()).href}?shelf=archived`)
  await expect(row()).toContainText('已归档')
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: '归档设置' }).click()
  const dialog = page.getByRole('dialog', { name: '归档设置' })
  await dialog.getByRole('spinbutton', { name: '考试结束后自动归档' }).fill('24')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await client.call(examArchive.detail, {})).toEqual({ archiveMonths: 24, answerLogMonths: 0, eventMonths: 0 })
  await choose('恢复到列表')
  await expect(row()).toHaveCount(0)
  expect((await client.call(exam.paging, { params: { title } })).total).toBe(1)
})
