// A course from its files to the exam that requires it: created by a teacher, learnt by a learner, counted in one page at a time.
import { course } from '@shuyuan/contract/course/course.ts'
import type { Page } from '@playwright/test'
import { wavOf } from '../server/src/seed/wav.ts'
import { barriers } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'

/** A PDF of one empty page. */
function pdf(): Buffer {
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] >>',
  ]
  let text = '%PDF-1.4\n'
  const places = parts.map((part, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${part}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table)
}

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)

/** Uploads both files at once and makes a course of them: 6 seconds of reading, then audio, in this order and without seeking. */
async function makeCourse(page: Page, title: string) {
  await page.getByRole('button', { name: '上传课件' }).first().click()
  const upload = page.getByRole('dialog', { name: '上传课件' })
  await upload.locator('input[type=file]').setInputFiles([
    { name: '须知.pdf', mimeType: 'application/pdf', buffer: pdf() },
    { name: '录音.wav', mimeType: 'audio/wav', buffer: silence(4.6) },
  ])
  await upload.getByRole('button', { name: '保存2个课件' }).click()
  await expect(page.getByText('已保存2个课件')).toBeVisible()
  await page.goto('/admin/course/add')
  await page.getByLabel('课程名称').fill(title)
  await page.getByRole('switch', { name: '允许拖动' }).click()
  await page.getByRole('switch', { name: '按顺序学习' }).click()
  await page.getByRole('button', { name: '选择课件' }).click()
  const picker = page.getByRole('dialog', { name: '选择课件' })
  await picker.getByRole('row', { name: /须知/ }).first().getByRole('checkbox').click()
  await picker.getByRole('row', { name: /录音/ }).getByRole('checkbox').click()
  await picker.getByRole('button', { name: '确认2项' }).click()
  await expect(picker).toBeHidden()
  await page.getByRole('spinbutton', { name: '第1个课件最少学习（秒）' }).fill('6')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('课程保存成功！')).toBeVisible()
}

test.describe.configure({ timeout: 90_000 })

test('a teacher creates a course as the prerequisite of an exam; a learner finishes both files and may start the exam', async ({
  site,
  openAs,
}) => {
  const title = '电梯困人处置'
  const teacher = await openAs('teacher', '/admin/course/file')
  await makeCourse(teacher.page, title)
  const { records } = await teacher.client.call(course.paging, { params: { title } })
  const exam = await openExam(site, { types: [1], courses: [records[0]!.id] })

  const { page } = await openAs('learner24', '/web/index')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByText(`请先学完前置课程：《${title}》`)).toBeVisible()
  await page.getByRole('link', { name: title }).click()

  // the second file is locked until the first is finished
  await expect(page.getByText('学完前面的必学课件后解锁')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: '开始学习' }).click()
  await expect(page.getByText(/已学 0:0[2-5]/)).toBeVisible()
  await page.reload()
  // the time read before is preserved
  await expect(page.getByText(/已学 0:0[2-5]/)).toBeVisible()
  await expect(page.getByText('恭喜，您已学完本课件！')).toBeVisible()
  await page.getByRole('link', { name: '下一个：录音' }).click()

  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeGreaterThan(0.5)
  await audio.evaluate((media: HTMLAudioElement) => (media.currentTime = 4.2))
  await expect(page.getByText('本课程不允许向前拖动进度')).toBeVisible()
  expect(await audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeLessThan(3)
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await expect(page.getByRole('progressbar', { name: '课程学习进度' })).toHaveAttribute('value', '100')

  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
  await page.goto('/web/uc?to=learn')
  await expect(page.getByRole('link', { name: '录音' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test('opening a file in another page stops counting in the first', async ({ site, openAs }) => {
  const { call } = await signIn(site, 'learner25')
  const { records } = await call(course['user-paging'], { params: { title: '客人信息保护' } })
  const first = await openAs('learner25', `/web/course/view/${records[0]!.id}`)
  await first.page.getByRole('link', { name: /^(开始|继续)学习$/ }).click()
  await expect(first.page.getByText(/已学 0:(?!00)/)).toBeVisible()
  const second = await openAs('learner25', first.page.url())
  await expect(second.page.getByText(/已学 0:(?!00)/)).toBeVisible()
  // the next report of the first page is answered with this
  await first.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(first.page.getByText('您已在其他页面打开课件，本页不再计时')).toBeVisible()
  await expect(first.page).toHaveURL(/\/web\/index\?break$/)
  await expect(first.page.getByText('学习已中断，您可以从课程里继续学习。')).toBeVisible()
  await expect(second.page.getByText(/已学 0:/)).toBeVisible()
})
