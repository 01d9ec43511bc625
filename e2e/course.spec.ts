// A course learnt by a learner up to the exam that requires it, and counted in one page at a time.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { wavOf } from '../server/src/seed/wav.ts'
import { barriers, everyBarrier } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'
import { uploadLesson } from './packages.ts'
import { pdfOf } from './pdf.ts'
import type { Site } from './server.ts'

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)

/** 6 seconds of reading, then audio, in this order and without seeking; with an attachment and a notice. How a course is built: course-build.spec.ts. */
async function makeCourse(site: Site, title: string): Promise<string> {
  const pdf = (name: string, pages: string[]) => uploadLesson(site, name, { ending: 'pdf', type: 'application/pdf', bytes: pdfOf(pages) })
  const reading = await pdf('须知', ['Lift rescue', 'Brake', 'Phone the brake engineer'])
  const recording = await uploadLesson(site, '录音', { ending: 'wav', type: 'audio/wav', bytes: silence(4.6) })
  const { call } = await signIn(site, 'teacher')
  const { fileUrl } = await call(courseFile.detail, { id: await pdf('讲义', ['Handout']) })
  const rules = { required: false, startTime: null, endTime: null, videoDrag: false, dragFinished: false, sequential: true }
  const { id } = await call(course.save, {
    ...rules,
    title,
    openType: OpenType.all,
    files: [
      { fileId: reading, chapter: '', required: true, minSec: 6 },
      { fileId: recording, chapter: '', required: true, minSec: 0 },
    ],
    attachments: [{ title: '讲义.pdf', fileUrl }],
    notices: [{ title: '周五答疑', content: '<p>下午三点，一号会议室。</p>' }],
  })
  return id
}

test('a learner finishes both files of a course in their order, and may start the exam that requires it', async ({ site, openAs }) => {
  const title = '电梯困人处置'
  const exam = await openExam(site, { types: [1], courses: [await makeCourse(site, title)] })

  const { page } = await openAs('learner24', '/404')
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByText(`请先学完前置课程：《${title}》`)).toBeVisible()
  await page.getByRole('link', { name: title }).click()

  // the second file is locked until the first is finished
  await expect(page.getByText('学完前面的必学课件后解锁')).toBeVisible()
  await page.getByRole('tab', { name: /公告/ }).click()
  await expect(page.getByRole('heading', { name: '周五答疑' })).toBeVisible()
  await expect(page.getByText('下午三点，一号会议室。')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('tab', { name: /附件/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载附件：讲义.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('讲义.pdf')
  await page.getByRole('tab', { name: '课程目录' }).click()
  await page.getByRole('link', { name: '开始学习' }).click()
  await expect(page.getByText(/已学 0:0[2-5]/)).toBeVisible()
  // a phone has no PDF reader of its own: the site's viewer shows the file
  const reader = page.frameLocator('iframe[title="须知"]')
  await expect(reader.getByText('共 3 页')).toBeVisible()
  await expect(reader.getByText('Lift rescue')).toBeVisible()
  // in a frame of the page it is no second main part
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(reader.getByRole('main')).toHaveCount(0)
  await page.reload()
  // the time read before is preserved; on a slow machine it is enough meanwhile
  await expect(page.getByText(/已学 0:0[2-6]|已学完/).first()).toBeVisible()
  await expect(page.getByText('恭喜，您已学完本课件！')).toBeVisible()
  await page.getByRole('link', { name: '下一个：录音' }).click()

  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeGreaterThan(0.5)
  await audio.evaluate((media: HTMLAudioElement) => (media.currentTime = 4.2))
  await expect(page.getByText('本课程不允许向前拖动进度')).toBeVisible()
  expect(await audio.evaluate((media: HTMLAudioElement) => media.currentTime)).toBeLessThan(3)
  // the page of a locked course refuses the context menu, as the exam room does (decisions.md 27)
  expect(await page.evaluate(() => document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))).toBe(
    false,
  )
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
  // the end of the course leads to the exam that asks for it
  await expect(page.getByText('您已学完这门课程')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await expect(page.getByRole('progressbar', { name: '课程学习进度' })).toHaveAttribute('value', '100')
  await page.getByRole('link', { name: '去考试' }).click()
  await expect(page).toHaveURL(new RegExp(`/web/exam/check/${exam.examId}$`))
  await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
})

test('opening a file in another page pauses the first, which says why and goes on when asked', async ({ site, openAs }) => {
  const { call } = await signIn(site, 'learner25')
  const { records } = await call(course['user-paging'], { params: { title: '客人信息保护' } })
  const first = await openAs('learner25', `/web/course/view/${records[0]!.id}`)
  await first.page.getByRole('link', { name: /^(开始|继续)学习$/ }).click()
  await expect(first.page.getByText(/已学 0:(?!00)/)).toBeVisible()
  // no two landmarks of a page with a PDF are alike
  await expect(first.page.frameLocator('iframe').getByRole('region', { name: '文档内容' })).toBeVisible()
  expect(await everyBarrier(first.page)).toEqual([])
  const second = await openAs('learner25', first.page.url())
  await expect(second.page.getByText(/已学 0:(?!00)/)).toBeVisible()
  const why = '您已在其他页面打开课件，本页不再计时'
  await expect(first.page.getByText(why)).toBeVisible()
  await expect(first.page.locator('video, audio, iframe')).toHaveCount(0)
  expect(await barriers(first.page)).toEqual([])
  await expect(second.page.getByText(/已学 0:/)).toBeVisible()

  await first.page.getByRole('button', { name: '在此继续' }).click()
  await expect(first.page.getByText(/已学 0:/)).toBeVisible()
  await expect(first.page.getByText(why)).toBeHidden()
  await expect(second.page.getByText(why)).toBeVisible()
  await expect(first.page).toHaveURL(second.page.url())
})
