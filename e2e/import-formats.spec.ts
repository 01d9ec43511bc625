// A file of another system is uploaded, mended row by row and committed; then many questions are changed at once.
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'

const gift = `$CATEGORY: 消防
火警电话是多少？{=119 ~110}

灭火器过期后{~可以照常使用 ~应当更换}

火灾时可以乘坐普通电梯。{F}

火警电话是多少？{=119 ~110}
`

test('a GIFT file with a wrong question is mended and imported, then its questions are changed together', async ({ openAs }) => {
  test.slow()
  const { page, client } = await openAs('teacher', '/admin/repo/list')
  const title = `格式题库${Date.now()}`
  const { id: repoId } = await client.call<{ id: string }>('/api/repo/save', { title, remark: '', isExam: true, isTrain: false })
  const list = `/admin/repo/qu?repoId=${repoId}`
  await page.goto(list)
  await page.getByRole('button', { name: '导入' }).click()
  await page.getByRole('tab', { name: 'GIFT' }).click()
  await expect(page.getByText('从 Moodle 题库导出的文件')).toBeHidden()
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('点击或将文件拖到此处，一次一个文件').click()
  await (await chosen).setFiles({ name: '消防.txt', mimeType: 'text/plain', buffer: Buffer.from(gift) })

  await expect(page).toHaveURL(/\/admin\/repo\/qu\/import\/\d+/)
  await expect(page.getByRole('button', { name: '导入 2 题' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '导入第2题' })).toBeDisabled()
  await expect(page.getByText('与第1题的试题相同')).toBeVisible()
  expect(await barriers(page)).toEqual([])

  // it waits while one is elsewhere
  await page.getByRole('link', { name: '以后再处理' }).click()
  await expect(page.getByText('有 1 次导入待确认')).toBeVisible()
  await page.getByRole('link', { name: '消防.txt（4题）' }).click()
  await page.getByRole('tab', { name: '有误 1' }).click()
  await page.getByRole('button', { name: '修改第2题' }).click()
  const drawer = page.getByRole('dialog', { name: '修改第2题' })
  await drawer.getByRole('radiogroup', { name: '题型' }).getByText('单选题').click()
  await drawer.getByRole('radio', { name: 'B是正确答案' }).check()
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('没有有误的试题')).toBeVisible()
  await page.getByRole('tab', { name: '重复 1' }).click()
  const repeated = page.getByRole('checkbox', { name: '导入第4题' })
  await repeated.check()
  await expect(page.getByRole('button', { name: '导入 4 题' })).toBeVisible()
  await repeated.uncheck()
  await page.getByRole('button', { name: '导入 3 题' }).click()
  await expect(page.getByText('数据导入成功！')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`repoId=${repoId}`))
  await expect(page.getByRole('button', { name: '灭火器过期后' })).toBeVisible()
  await expect(page.getByText('次导入待确认')).toBeHidden()

  await page.getByRole('checkbox', { name: '全选' }).check()
  await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '难度' }).click()
  await page.getByRole('dialog', { name: '设置难度' }).getByText('较难').click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已修改 3 题')).toBeVisible()
  const { records } = await client.call<{ records: { level: number; chapterId_dictText: string }[] }>('/api/qu/qu/paging', {
    params: { repoId },
  })
  expect(records.map((one) => [one.level, one.chapterId_dictText])).toEqual([2, 2, 2].map((level) => [level, '消防']))
  await page.getByRole('button', { name: '使用情况' }).first().click()
  await expect(page.getByText('可能抽到它的模板')).toBeVisible()
})
