// The page of a course: a draft that no learner sees, its preview on a desktop and a phone, and its publication.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'

test('a teacher drafts a course, looks at it as a learner without leaving a trace, and publishes it', async ({ site, openAs }) => {
  const title = '访客登记须知'
  const { page, client } = await openAs('teacher', '/admin/course/add')
  await page.getByRole('textbox', { name: '课程名称' }).fill(title)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  // a draft may be empty, and its page says what it lacks
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: '概况' }).click()
  await expect(page.getByText('还没有可用的必学课件，不能发布')).toBeVisible()
  await page.getByRole('tab', { name: '课件' }).click()
  await page.getByRole('button', { name: '选择课件' }).click()
  const picker = page.getByRole('dialog', { name: '选择课件' })
  await picker.getByRole('row').nth(1).getByRole('checkbox').click()
  await picker.getByRole('button', { name: '确认1项' }).click()
  await expect(picker).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
  await page.getByRole('tab', { name: '概况' }).click()
  await expect(page.getByText('草稿只有后台可见，发布后学员才能看到。')).toBeVisible()
  const [row] = (await client.call(course.paging, { params: { title } })).records
  expect(row).toMatchObject({ draft: true, fileCount: 1 })

  await page.getByRole('button', { name: '预览', exact: true }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await frame.getByRole('link', { name: '开始学习' }).click()
  await expect(frame.getByRole('article')).toBeVisible()
  await page.getByText('手机', { exact: true }).click()
  await expect(page.locator('iframe')).toHaveCSS('width', '390px')
  await expect(frame.getByRole('button', { name: /课程目录/ })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const { rows } = await withDatabase(site, (db) => db.query('select from course_learn where course_id = $1', [row!.id]))
  expect(rows).toEqual([])

  await page.getByRole('link', { name: '返回课程' }).click()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('进行中')).toBeVisible()
  await page.getByRole('tab', { name: '变更记录' }).click()
  await expect(page.getByRole('cell', { name: '发布课程' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
