// Playing a lesson on a phone: controls, the furthest place where dragging is forbidden, the reading check, the exam that a finished course opens; and the PDF viewer.
import { file } from '@shuyuan/contract/common/file.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile } from '@shuyuan/contract/course/file/file.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Locator, Page } from '@playwright/test'
import { wavOf } from '../server/src/seed/wav.ts'
import { barriers } from './axe.ts'
import { solveCaptcha } from './captcha.ts'
import { whenReady } from './courseware.ts'
import { openExam } from './exam-setup.ts'
import { type Client, expect, onPhone, signIn, test } from './fixtures.ts'
import { pdfOf } from './pdf.ts'
import type { Site } from './server.ts'

test.use(onPhone)

const silence = (seconds: number, rate = 8_000) => wavOf(new Uint8Array(Math.round(seconds * rate)).fill(128), rate)
const audioOf = (page: Page) => page.locator('audio')
const timeOf = (audio: Locator) => audio.evaluate((media: HTMLAudioElement) => media.currentTime)
const isPlaying = (page: Page) => audioOf(page).evaluate((media: HTMLAudioElement) => !media.paused)

type Stop = { atSec: number; quId: string; title: string }
type Rules = Partial<Body<typeof course.save>>
type Sent = { title: string; ending: string; type: string; bytes: Uint8Array; duration: number }
/** Uploads courseware and waits until it is converted. @returns its id */
async function addFile(site: Site, { token, call }: Client, { title, ending, type, bytes, duration }: Sent) {
  const form = new FormData()
  form.set('scene', 'course')
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), `${title}.${ending}`)
  const sent = await fetch(site.url + file.upload.path, { method: 'POST', headers: { token }, body: form })
  const { data } = (await sent.json()) as { data: { url: string } }
  const { id } = await call(courseFile.save, { title, catId: '', duration, fileUrl: data.url })
  await whenReady({ call }, [id])
  return id
}

/** A course of one recording of these seconds that may not be dragged. @returns the ids of both */
async function makeCourse(
  site: Site,
  { title, seconds, stops = [], ...rules }: Rules & { title: string; seconds: number; stops?: Stop[] },
) {
  const teacher = await signIn(site, 'teacher')
  const { call } = teacher
  const fileId = await addFile(site, teacher, { title, ending: 'wav', type: 'audio/wav', bytes: silence(seconds), duration: seconds })
  const item = { fileId, chapter: '', required: true, minSec: 0, stops }
  const people = { openType: OpenType.all, deptCodes: [], groupIds: [], userIds: [] }
  const open = { required: false, startTime: null, endTime: null, videoDrag: false, dragFinished: false, sequential: false }
  const { id: courseId } = await call(course.save, { ...open, ...people, title, files: [item], ...rules })
  return { courseId, fileId }
}
test('a lesson plays with its own controls, goes ahead to the furthest place only, and opens the exam when it is finished', async ({
  site,
  openAs,
}) => {
  const title = '消防栓检查'
  const { courseId } = await makeCourse(site, { title, seconds: 9, watermark: true, speeds: [1, 2] })
  const exam = await openExam(site, { types: [1], courses: [courseId] })

  const { page } = await openAs('learner26', `/web/course/view/${courseId}`)
  await page.getByRole('link', { name: '开始学习' }).click()
  const audio = audioOf(page)
  await expect.poll(() => timeOf(audio)).toBeGreaterThan(2)
  // what stands above the player is a line or two
  expect(
    await page
      .locator('[data-way]')
      .first()
      .evaluate((stage) => stage.getBoundingClientRect().top + scrollY),
  ).toBeLessThan(180)
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
  // a phone has its context menu (record 61); e2e/course.spec.ts shows that the desktop has none
  expect(await page.evaluate(() => document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))).toBe(
    true,
  )
  // the speeds of the course, and none beyond them
  await page.getByRole('button', { name: /播放速度/ }).click()
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.playbackRate)).toBe(2)
  await audio.evaluate((media: HTMLAudioElement) => (media.playbackRate = 8))
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.playbackRate)).toBe(2)
  await expect(page.getByText('learner26').first()).toBeVisible()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  // what was played at twice the speed counts
  await expect(page.getByText('播放过的每一秒计一次，倍速播放同样计入，跳过的部分不计。')).toBeVisible()
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
  await page.goto(`/web/exam/check/${exam.examId}`)
  await expect(page.getByRole('button', { name: '开始考试' })).toBeVisible()
})

test('the reading check pauses, goes on with the right letters, and breaks off without an answer', async ({ site, openAs }) => {
  const title = '值班记录'
  const { courseId, fileId } = await makeCourse(site, { title, seconds: 60, checkOn: true, checkSec: 3 })
  const { page } = await openAs('learner27', `/web/course/view/${courseId}`)
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
  // it goes on by itself, until the next check
  await expect.poll(() => isPlaying(page)).toBe(true)
  await expect(dialog).toBeVisible()
  // no answer
  await expect(page).toHaveURL(/\/web\/index\?break$/)
  await expect(page.getByText('学习已中断，您可以从课程里继续学习。')).toBeVisible()
  // the server asks again at the next opening, before anything counts
  await page.goto(`/web/course/view/${courseId}/${fileId}`)
  await expect(dialog).toBeVisible()
})

test('a question in a recording pauses it, is judged by the server, and the recording goes on when it is answered', async ({
  site,
  openAs,
}) => {
  const title = '电梯困人'
  const { call } = await signIn(site, 'teacher')
  const { records } = await call(qu.paging, { params: { quType: QuType.trueFalse } })
  const { id: quId, title: stem } = records[0]!
  const { courseId } = await makeCourse(site, { title, seconds: 9, videoDrag: true, stops: [{ atSec: 2, quId, title: stem }] })
  const { page } = await openAs('learner28', `/web/course/view/${courseId}`)
  await page.getByRole('link', { name: '开始学习' }).click()
  const dialog = page.getByRole('dialog', { name: '请先回答问题' })
  await expect(dialog).toBeVisible()
  await expect.poll(() => audioOf(page).evaluate((media: HTMLAudioElement) => media.paused)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: '确认答案' })).toBeDisabled()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('radio').first().click()
  await dialog.getByRole('button', { name: '确认答案' }).click()
  await expect(dialog.getByText(/^回答(正确|错误)$/)).toBeVisible()
  await dialog.getByRole('button', { name: '继续学习' }).click()
  await expect(dialog).toBeHidden()
  // it goes on by itself
  await expect.poll(() => isPlaying(page)).toBe(true)
  await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
})

test('the PDF viewer turns pages, zooms, searches, and opens at the page and zoom where it was left', async ({ site, openAs }) => {
  const teacher = await signIn(site, 'teacher')
  const buffer = pdfOf(['Lift rescue', 'Brake', 'Phone the brake engineer'])
  const fileId = await addFile(site, teacher, { title: '三页', ending: 'pdf', type: 'application/pdf', bytes: buffer, duration: 0 })
  const { fileUrl } = await teacher.call(courseFile.detail, { id: fileId })
  const { page } = await openAs('teacher', '/404')

  await page.goto(`/pdf/web/viewer.html?file=${encodeURIComponent(fileUrl)}`)
  await expect(page.getByText('共 3 页')).toBeVisible()
  await expect(page.getByText('Lift rescue')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  const canvasWidth = () =>
    page
      .locator('.page')
      .first()
      .evaluate((one) => one.getBoundingClientRect().width)
  const fitted = await canvasWidth()
  // the text fills the width, so that its letters can be read
  expect(fitted).toBeGreaterThan(500)
  await page.getByRole('button', { name: '放大' }).click()
  await expect.poll(canvasWidth).toBeGreaterThan(fitted)
  const chosen = await canvasWidth()
  await page.reload()
  await expect(page.getByText('Lift rescue')).toBeVisible()
  await expect.poll(async () => Math.abs((await canvasWidth()) - chosen)).toBeLessThan(8)
  await page.getByRole('button', { name: '适合宽度' }).click()
  await expect.poll(async () => Math.abs((await canvasWidth()) - fitted)).toBeLessThan(8)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page.getByLabel('页码')).toHaveValue('2')
  await page.getByRole('button', { name: '查找', exact: true }).click()
  await page.getByRole('searchbox', { name: '查找文字' }).fill('brake')
  await expect(page.getByText('第 1 处，共 2 处')).toBeVisible()
  await page.getByRole('button', { name: '下一处' }).click()
  await expect(page.getByText('第 2 处，共 2 处')).toBeVisible()
  await expect(page.getByLabel('页码')).toHaveValue('3')
  await page.getByRole('searchbox', { name: '查找文字' }).fill('crane')
  await expect(page.getByText('没有找到')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('页码')).toHaveValue('3')
  await expect(page.getByText('Phone the brake engineer')).toBeVisible()

  await page.goto(`/pdf/web/viewer.html?file=${encodeURIComponent('https://example.com/files/a.pdf')}`)
  await expect(page.getByRole('alert')).toHaveText('只能打开本站上传的文件')
})
