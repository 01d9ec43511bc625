// A copy of an exam for a group, with a type; the QR code of an exam.
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { group } from '@shuyuan/contract/sys/people/group.ts'
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'

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
  await page.getByRole('combobox', { name: '考试类型' }).click()
  await page.locator('.ant-select-item-option:visible', { hasText: '随堂测验' }).click()
  await page.getByRole('radio', { name: '指定人员' }).click()
  await page.getByRole('combobox', { name: '分组' }).fill(chosen.groupName)
  await page.locator('.ant-select-item-option:visible', { hasText: chosen.groupName }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('考试保存成功！')).toBeVisible()

  const { records: copies } = await client.call(exam.paging, { params: { title: `${source.title}（副本）` } })
  expect(copies).toMatchObject([{ examType_dictText: '随堂测验', openType: ExamOpenType.persons, startTime: null, endTime: null }])
  const copy = await client.call(exam.detail, { id: copies[0]!.id })
  const original = await client.call(exam.detail, { id: source.id })
  expect(copy.groups.map((one) => one.groupName)).toEqual([chosen.groupName])
  expect(copy.tmplId).toBe(original.tmplId)
  await expect(page.getByRole('row', { name: new RegExp(`${source.title}（副本）`) })).toContainText('随堂测验')
})
