// A rating of a course: given on a phone after the last file, read by others, answered and hidden in the back office.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { barriers } from './axe.ts'
import { withDatabase } from './database.ts'
import { expect, onPhone, test } from './fixtures.ts'

const WORDS = '演练那一段可以再慢一点。'

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a learner who has finished rates, changes the rating, and others see the mean', async ({ site, openAs }) => {
    const { page, client } = await openAs('learner46', '/web/index')
    const { records } = await client.call(course['user-paging'], { params: { title: '客人信息保护' } })
    const { id, rateCount } = records[0]!
    await page.goto(`/web/course/view/${id}`)
    await page.getByRole('tab', { name: /^评价/ }).click()
    await expect(page.getByText('学完课程后可以评价。')).toBeVisible()
    await withDatabase(site, (db) =>
      db.query(
        `insert into course_learn (course_id, user_id, start_time, last_time, finish_time)
         select $1, id, now(), now(), now() from sys_user where user_name = 'learner46'
         on conflict (user_id, course_id) do update set finish_time = now()`,
        [id],
      ),
    )
    await page.reload()
    const end = page.getByRole('region', { name: '评价这门课程' })
    await end.getByRole('button', { name: '提交评价' }).click()
    await expect(end.getByText('请选择1到5星')).toBeVisible()
    await end.getByRole('radio', { name: '4 星' }).check()
    await end.getByRole('textbox', { name: '评价内容' }).fill(WORDS)
    expect(await barriers(page)).toEqual([])
    await end.getByRole('button', { name: '提交评价' }).click()
    await expect(page.getByText('感谢您的评价')).toBeVisible()
    await page.getByRole('tab', { name: /^评价/ }).click()
    const tab = page.getByRole('tabpanel')
    await expect(tab.getByText(WORDS)).toBeVisible()
    await tab.getByRole('button', { name: '修改评价' }).click()
    await tab.getByRole('radio', { name: '5 星' }).check()
    await tab.getByRole('button', { name: '提交评价' }).click()
    await expect(tab.getByRole('listitem').first().getByRole('img', { name: '5 星' })).toBeVisible()
    const other = await client.call(course['user-paging'], { params: { title: '客人信息保护' } })
    expect(other.records[0]!.rateCount).toBe(rateCount + 1)
  })
})

test('a teacher answers a rating and hides another', async ({ openAs }) => {
  const { page } = await openAs('teacher', '/admin/course/rate')
  const row = page.getByRole('row', { name: /灭火器的四个动作/ }).first()
  await row.getByRole('button', { name: '回复' }).click()
  const dialog = page.getByRole('dialog', { name: '回复评价' })
  await dialog.getByRole('textbox', { name: '回复' }).fill('谢谢您的认真。')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect(row).toContainText('谢谢您的认真。')
  await row.getByRole('button', { name: '隐藏' }).click()
  await expect(row.getByRole('button', { name: '恢复显示' })).toBeVisible()
  await page.reload()
  await expect(row).toContainText('已隐藏')
})
