// A copy of an exam for a group, with a type; the QR code of an exam; exams that are archived.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { barriers } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'

test('of the exams in the list one has a QR code, one that is over is archived, and one is copied for a group', async ({
  site,
  openAs,
}) => {
  const client = await signIn(site, 'admin')
  const { records } = await client.call(exam.paging, { params: { openType: ExamOpenType.all } })
  const source = records[0]!
  const { records: groups } = await client.call(group.paging, {})
  const chosen = groups[0]!
  const { id: _id, version: _version, ...form } = await client.call(exam.detail, { id: source.id })
  const past = { title: '上学期的考试', startTime: '2026-01-05 09:00:00', endTime: '2026-01-05 11:00:00' }
  await client.call(exam.save, { ...form, ...past, password: '', deptCodes: [], groupIds: [], userIds: [] })
  const { page } = await openAs('admin', '/admin/exam/list')
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })
  const choose = async (title: string, entry: string) => {
    await row(title).getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  await choose(source.title, '二维码')
  const code = page.getByRole('dialog', { name: '二维码' })
  await expect(code.getByText(`/web/exam/check/${source.id}`)).toBeVisible()
  const download = page.waitForEvent('download')
  await code.getByRole('button', { name: '下载图片' }).click()
  expect((await download).suggestedFilename()).toBe(`${source.title}.png`)
  expect(await barriers(page)).toEqual([])
  await code.getByText('关闭', { exact: true }).click()

  await choose(past.title, '归档')
  await expect(row(past.title)).toHaveCount(0)
  expect((await client.call(exam.paging, { params: { title: past.title } })).total).toBe(0)
  await page.getByRole('button', { name: '归档设置' }).click()
  const dialog = page.getByRole('dialog', { name: '归档设置' })
  await dialog.getByRole('spinbutton', { name: '考试结束后自动归档' }).fill('24')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await client.call(examArchive.detail, {})).toEqual({ archiveMonths: 24, answerLogMonths: 0, eventMonths: 0 })

  await choose(source.title, '复制为新考试')
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
  expect(copy.groups.map((one) => one.groupName)).toEqual([chosen.groupName])
  expect(copy.tmplId).toBe(form.tmplId)
  await expect(page.getByRole('row', { name: new RegExp(`${source.title}（副本）`) })).toContainText('随堂测验')
})
