// A course from its files to the exam that requires it: created by a teacher, learnt by a learner, counted in one page at a time.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Page } from '@playwright/test'
import { wavOf } from '../server/src/seed/wav.ts'
import { barriers, everyBarrier } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { expect, signIn, test } from './fixtures.ts'
import { pdfOf } from './pdf.ts'

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)

/** Uploads both files at once and makes a course of them: 6 seconds of reading, then audio, in this order and without seeking. It is built last. */
async function makeCourse(page: Page, title: string) {
  await page.getByRole('button', { name: '上传课件' }).first().click()
  const upload = page.getByRole('dialog', { name: '上传课件' })
  await upload.locator('input[type=file]').setInputFiles([
    { name: '须知.pdf', mimeType: 'application/pdf', buffer: pdfOf(['Lift rescue', 'Brake', 'Phone the brake engineer']) },
    { name: '录音.wav', mimeType: 'audio/wav', buffer: silence(4.6) },
  ])
  // the picture of the PDF follows by itself
  const covered = page.waitForResponse('**/api/course/file/save-cover')
  await upload.getByRole('button', { name: '保存2个课件' }).click()
  await expect(page.getByText('已保存2个课件')).toBeVisible()
  await covered
  await page.goto('/admin/course/add')
  await page.getByLabel('课程名称').fill(title)
  await page.getByRole('switch', { name: '允许拖动' }).click()
  await page.getByRole('switch', { name: '按顺序学习' }).click()
  const handout = { name: '讲义.pdf', mimeType: 'application/pdf', buffer: pdfOf(['Handout']) }
  await page.getByRole('button', { name: '上传附件' }).locator('xpath=..').locator('input[type=file]').setInputFiles([handout])
  await expect(page.getByLabel('第1个附件的名称')).toHaveValue('讲义.pdf')
  await page.getByRole('button', { name: '新增公告' }).click()
  const notice = page.getByRole('dialog', { name: '新增公告' })
  await notice.getByLabel('公告标题').fill('周五答疑')
  await notice.getByRole('textbox', { name: '公告内容' }).fill('下午三点，一号会议室。')
  await notice.getByRole('button', { name: /确\s*定/ }).click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await page.getByRole('button', { name: '选择课件' }).click()
  const picker = page.getByRole('dialog', { name: '选择课件' })
  await picker.getByRole('row', { name: /须知/ }).first().getByRole('checkbox').click()
  await picker.getByRole('row', { name: /录音/ }).getByRole('checkbox').click()
  await picker.getByRole('button', { name: '确认2项' }).click()
  await expect(picker).toBeHidden()
  await page.getByRole('button', { name: '设置“须知”' }).click()
  const settings = page.getByRole('dialog', { name: '须知' })
  await settings.getByRole('spinbutton', { name: '最少学习时长（秒）' }).fill('6')
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  // who gets it and the notice to them are said before the course is open
  const question = page.getByRole('dialog', { name: `发布课程“${title}”` })
  await question.getByRole('checkbox', { name: /^通知 \d+ 人$/ }).click()
  await expect(question.getByRole('region', { name: '通知内容' })).toContainText(title)
  await question.getByRole('button', { name: /发\s*布/ }).click()
  await expect(page.getByText(/课程已发布，已通知 \d+ 人/)).toBeVisible()
}

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
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false }))
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  // the first page of the PDF, which the uploader's browser drew
  const cover = page.getByRole('article').filter({ hasText: title }).locator('img[data-part="cover"]')
  await cover.scrollIntoViewIfNeeded()
  await expect.poll(() => cover.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(640)
  expect(await barriers(page)).toEqual([])
  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByText(`请先学完前置课程：《${title}》`)).toBeVisible()
  await page.getByRole('link', { name: title }).click()

  // the second file is locked until the first is finished
  await expect(page.getByText('学完前面的必学课件后解锁')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('tab', { name: /公告/ }).click()
  await expect(page.getByRole('heading', { name: '周五答疑' })).toBeVisible()
  await expect(page.getByText('下午三点，一号会议室。')).toBeVisible()
  await page.getByRole('tab', { name: /附件/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载附件：讲义.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('讲义.pdf')
  expect(await barriers(page)).toEqual([])
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
  await expect(page.getByRole('link', { name: '去考试' })).toHaveAttribute('href', `/web/exam/check/${exam.examId}`)
  expect(await barriers(page)).toEqual([])
  await expect(page.getByRole('progressbar', { name: '课程学习进度' })).toHaveAttribute('value', '100')

  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
  await page.goto('/web/uc?to=learn')
  await expect(page.getByRole('link', { name: '录音' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
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
