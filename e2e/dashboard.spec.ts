// The control room, the homes of teachers, invigilators and learners.
import { barriers } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 390, height: 844 }
/** px; what a finger hits */
const TARGET = 44

test('an administrator lands on the control room: cards, totals that link, charts with a table, work of the day', async ({
  openAs,
  site,
}) => {
  await openExam(site, { types: [1, 3] })
  const { page } = await openAs('admin', '/')
  await expect(page).toHaveURL(/\/admin\/home\/dashboard$/)
  const tabs = page.getByRole('navigation', { name: '已打开的页面' })
  await expect(tabs.getByText('控制台')).toBeVisible()
  await expect(tabs.getByRole('button', { name: '关闭控制台' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /创建考试/ })).toBeVisible()
  // certificates are off on a new site: nine of the ten totals
  await expect(page.getByRole('region', { name: '数据总览' }).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByRole('table', { name: '考试概况' }).getByRole('row')).toHaveCount(8)
  await expect(page.locator('figure svg')).toHaveCount(3)
  await expect(page.getByRole('region', { name: '进行中的考试' }).getByRole('row')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: '今天要做的' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('region', { name: '数据总览' }).getByRole('link', { name: /试题/ }).click()
  await expect(page).toHaveURL(/\/admin\/repo\/qu/)
})

test('teachers, invigilators and learners have homes of their own', async ({ openAs }) => {
  const teacher = await openAs('teacher', '/')
  await expect(teacher.page).toHaveURL(/\/admin\/home\/work$/)
  await expect(teacher.page.getByRole('region', { name: '今天要做的' })).toBeVisible()
  for (const name of ['进行中的考试', '最近的课程'])
    await expect(teacher.page.getByRole('region', { name }).getByRole('listitem')).not.toHaveCount(0)
  expect(await barriers(teacher.page)).toEqual([])
  const proctor = await openAs('proctor', '/')
  await expect(proctor.page).toHaveURL(/\/admin\/home\/work$/)
  const learner = await openAs('learner03', '/')
  await expect(learner.page).toHaveURL(/\/web\/index$/)
  await expect(learner.page.getByRole('region', { name: '今天' })).toBeVisible()
  expect(await barriers(learner.page)).toEqual([])
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: PHONE, colorScheme: 'dark' })

  test('a learner finds what has no tab under 更多', async ({ openAs }) => {
    const { page } = await openAs('learner03', '/web/index')
    const bar = page.getByRole('navigation', { name: '主菜单' })
    await expect(bar.getByRole('link')).toHaveCount(4)
    // thirteen courses take two screens at most
    const courses = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3 }) })
    await expect(courses.first()).toBeVisible()
    const heights = await courses.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan((2 * PHONE.height) / 13)
    const more = bar.getByText('更多')
    await more.click()
    await expect(bar.getByRole('link')).toHaveCount(8)
    expect(await barriers(page)).toEqual([])
    const sizes = await Promise.all((await bar.getByRole('link').all()).map((link) => link.boundingBox()))
    expect(sizes.every((box) => box !== null && box.width >= TARGET && box.height >= TARGET)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('link')).toHaveCount(4)
    await expect(bar.locator('summary')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).click({ force: true })
    await expect(bar.getByRole('link')).toHaveCount(4)
    await more.click()
    await bar.getByRole('link', { name: '系统公告' }).click()
    await expect(page).toHaveURL(/\/web\/notice$/)
    await expect(bar.getByRole('link')).toHaveCount(4)
  })
})

for (const language of ['zh', 'en'])
  test(`the menu of learners stays in one line on a tablet, ${language}`, async ({ openAs }) => {
    const { page } = await openAs('learner03', '/404')
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/web/notice')
    const entries = page.locator('header nav').locator(':scope > a, :scope > details > summary')
    await expect(entries.first()).toBeVisible()
    const boxes = await entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    expect(boxes.length).toBeGreaterThan(3)
    const tops = boxes.map((box) => box.top)
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
    // no entry is broken into two lines
    const lines = await entries.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        const words = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
        return Math.max(...words.map((word) => word.bottom)) - Math.min(...words.map((word) => word.top))
      }),
    )
    expect(Math.max(...lines)).toBeLessThan(34)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820)
  })
