// Playing a lesson: controls, the furthest place where dragging is forbidden, the reading check, and the exam that a finished course opens.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Locator, Page } from '@playwright/test'
import { wavOf } from '../server/src/seed/wav.ts'
import { barriers } from './axe.ts'
import { solveCaptcha } from './captcha.ts'
import { withDatabase } from './database.ts'
import { openExam } from './exam-setup.ts'
import { expect, test } from './fixtures.ts'
import type { Site } from './server.ts'

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)
const audioOf = (page: Page) => page.locator('audio')
const timeOf = (audio: Locator) => audio.evaluate((media: HTMLAudioElement) => media.currentTime)

/** A course of one recording of these seconds that may not be dragged, made by a teacher in the form. @returns its id */
async function makeCourse(page: Page, site: Site, { title, seconds, checkSec = 0 }: { title: string; seconds: number; checkSec?: number }) {
  await page.getByRole('button', { name: '上传课件' }).first().click()
  const upload = page.getByRole('dialog', { name: '上传课件' })
  const buffer = silence(seconds)
  await upload.locator('input[type=file]').setInputFiles([{ name: `${title}.wav`, mimeType: 'audio/wav', buffer }])
  await upload.getByRole('button', { name: '保存1个课件' }).click()
  await expect(page.getByText('已保存1个课件')).toBeVisible()
  await page.goto('/admin/course/add')
  await page.getByLabel('课程名称').fill(title)
  await page.getByRole('switch', { name: '允许拖动' }).click()
  await page.getByRole('switch', { name: '姓名水印' }).click()
  if (checkSec > 0) {
    await page.getByRole('switch', { name: '学习检查' }).click()
    await page.getByLabel('检查间隔（分）').fill('0')
    await page.getByLabel('检查间隔（秒）').fill(String(checkSec))
  }
  await page.getByRole('button', { name: '选择课件' }).click()
  const picker = page.getByRole('dialog', { name: '选择课件' })
  await picker.getByRole('row', { name: title }).getByRole('checkbox').click()
  await picker.getByRole('button', { name: '确认1项' }).click()
  await expect(picker).toBeHidden()
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('课程保存成功！')).toBeVisible()
}
test.describe.configure({ timeout: 90_000 })

test('a lesson plays with its own controls, goes ahead to the furthest place only, and opens the exam when it is finished @phone', async ({
  site,
  openAs,
}) => {
  const title = '消防栓检查'
  const teacher = await openAs('teacher', '/admin/course/file')
  await makeCourse(teacher.page, site, { title, seconds: 9 })
  const { records } = await teacher.client.call(course.paging, { params: { title } })
  const exam = await openExam(site, { types: [1], courses: [records[0]!.id] })

  const { page } = await openAs('learner26', `/web/course/view/${records[0]!.id}`)
  await page.getByRole('link', { name: '开始学习' }).click()
  const audio = audioOf(page)
  await expect.poll(() => timeOf(audio)).toBeGreaterThan(2)
  await page.getByRole('button', { name: '暂停' }).click()
  const reached = await timeOf(audio)
  await page.getByRole('button', { name: '快退 10 秒' }).click()
  await expect.poll(() => timeOf(audio)).toBeLessThan(0.5)
  expect(await barriers(page)).toEqual([])
  // ahead again, to where it was; then too far
  await audio.evaluate((media: HTMLAudioElement, to) => (media.currentTime = to), reached)
  await expect.poll(() => timeOf(audio)).toBeCloseTo(reached, 1)
  await audio.evaluate((media: HTMLAudioElement) => (media.currentTime = 8))
  await expect(page.getByText('本课程不允许向前拖动进度')).toBeVisible()
  expect(await timeOf(audio)).toBeLessThan(reached + 1)
  // the speeds of the course, and none beyond them
  await page.getByRole('button', { name: /播放速度/ }).click()
  await page.getByRole('menuitemradio', { name: '2x' }).click()
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.playbackRate)).toBe(2)
  await audio.evaluate((media: HTMLAudioElement) => (media.playbackRate = 8))
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.playbackRate)).toBe(2)
  await expect(page.getByText('learner26').first()).toBeVisible()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible({ timeout: 30_000 })
  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
})

test('the reading check pauses, goes on with the right letters, and breaks off without an answer @phone', async ({ site, openAs }) => {
  const title = '值班记录'
  const teacher = await openAs('teacher', '/admin/course/file')
  await makeCourse(teacher.page, site, { title, seconds: 60, checkSec: 3 })
  const { records } = await teacher.client.call(course.paging, { params: { title } })
  const { page } = await openAs('learner27', `/web/course/view/${records[0]!.id}`)
  await page.getByRole('link', { name: '开始学习' }).click()
  const dialog = page.getByRole('dialog', { name: '阅读验证' })
  await expect(dialog).toBeVisible()
  await expect.poll(() => audioOf(page).evaluate((media: HTMLAudioElement) => media.paused)).toBe(true)
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await solveCaptcha(site, dialog)
  await dialog.getByRole('button', { name: '继续学习' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  await expect(dialog).toBeVisible()
  // nobody answers
  await expect(page).toHaveURL(/\/web\/index\?break$/, { timeout: 40_000 })
  await expect(page.getByText('学习已中断，您可以从课程里继续学习。')).toBeVisible()
  // the server asks again at the next opening, before anything counts
  await page.goto(`/web/course/view/${records[0]!.id}/${await fileOf(site, title)}`)
  await expect(dialog).toBeVisible()
})

const fileOf = (site: Site, title: string): Promise<string> =>
  withDatabase(site, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id::text from course_file where title = $1', [title])
    return rows[0]!.id
  })
