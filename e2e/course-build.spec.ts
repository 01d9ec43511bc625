// A course from an empty page to its certificate: built in few clicks by a teacher, moved and taken back by the keyboard, finished on a phone.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import type { Locator, Page } from '@playwright/test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSample } from '../server/test/media.ts'
import { barriers } from './axe.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { pdfOf } from './pdf.ts'
import type { Site } from './server.ts'
import { openCerts } from './site-setup.ts'

const TITLE = '前厅服务入门'
const CERT = '前厅服务合格证'
const WORK = '写一封欢迎信'
const VIDEO = '迎宾示范'
const WRITTEN = '客人到店时应主动问候'
const LENGTH = 10
const MOST_CLICKS = 40

async function openCert(site: Site): Promise<void> {
  await openCerts(site)
  const admin = await signIn(site, 'admin')
  await admin.call(cert.save, { title: CERT, authority: '云栖酒店集团', validMonths: 0, remindDays: [30], layout: presets.honour })
}

async function film(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-build-'))
  const path = join(folder, 'film.mp4')
  await makeSample(path, { length: LENGTH, size: '320x180' })
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

/** Drops files of the computer on a place of the page. */
async function dropOn(place: Locator, files: { name: string; bytes: Buffer }[]) {
  const sent = files.map(({ name, bytes }) => ({ name, text: bytes.toString('base64') }))
  await place.evaluate((element, given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, text } of given) dataTransfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name))
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  }, sent)
}

/** Counts the clicks of a page over its reloads. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.addEventListener(
      'click',
      (event) => {
        // a key that presses a button is no click of the mouse; a label clicks its field once more
        if (event.isTrusted && event.detail > 0) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1))
      },
      true,
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))
}

const rowsOf = (page: Page) => page.getByRole('list', { name: '章节和课件' }).getByRole('button', { name: /^移动“/ })
const namesOf = async (page: Page) =>
  (await rowsOf(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).map((one) => one?.slice(3, -1))
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: '已保存' })).toBeVisible()

/** A true or false question in the first bank that is offered. */
async function writeQuestion(page: Page, text: string) {
  const drawer = page.getByRole('dialog', { name: '新建试题' })
  await drawer.getByRole('combobox', { name: '题库' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await drawer.getByRole('radiogroup', { name: '题型' }).getByText('判断题').click()
  await drawer.getByRole('textbox', { name: '题干', exact: true }).click()
  await page.keyboard.insertText(text)
  await drawer.getByRole('radio', { name: 'A是正确答案' }).check()
  expect(await barriers(page)).toEqual([])
  await drawer.getByRole('button', { name: '保存并选择' }).click()
  await expect(drawer).toBeHidden()
}

test('a teacher builds a course of 12 files in 3 sections with two questions in a video and an assignment, and publishes it', async ({
  site,
  openAs,
}) => {
  test.slow()
  await openCert(site)
  const video = await film()
  const { page, client } = await openAs('teacher', '/admin/course/list', { apart: true })
  const clicks = await countClicks(page)
  await page.reload()
  await page.getByRole('button', { name: '新建课程' }).first().click()
  // the list before it has a field of this name, too
  await expect(page.getByRole('heading', { name: '新建课程', level: 1 })).toBeVisible()
  await page.getByLabel('课程名称').click()
  await page.keyboard.type(TITLE)
  await page.getByRole('combobox', { name: '证书' }).click()
  await page.getByTitle(CERT, { exact: true }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()

  // sections first, named as they come
  for (const title of ['认识岗位', '接待流程', '练习']) {
    await page.getByRole('button', { name: '新建章节' }).click()
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible()
  }
  const pdfs = (names: string[]) => names.map((name) => ({ name: `${name}.pdf`, bytes: pdfOf(['Page one']) }))
  const headOf = (title: string) => page.getByRole('button', { name: `移动“${title}”` })
  await dropOn(headOf('认识岗位'), [{ name: `${VIDEO}.mp4`, bytes: video }, ...pdfs(['岗位职责', '仪容仪表', '礼貌用语', '班前会'])])
  await dropOn(headOf('接待流程'), pdfs(['入住登记', '证件核对', '行李寄存', '退房结账']))
  await dropOn(headOf('练习'), [...pdfs(['情景对话', '常见投诉']), { name: '说明.exe', bytes: Buffer.from('x') }])
  // one bad file refuses itself only
  await expect(page.getByText(/不支持这种文件/)).toBeVisible()
  await expect(page.getByText('共11个课件')).toBeVisible()
  await page.getByRole('button', { name: '新建作业' }).click()
  const drawer = page.getByRole('dialog', { name: '新建作业' })
  await drawer.getByRole('textbox', { name: '作业名称' }).fill(WORK)
  await drawer.getByRole('textbox', { name: '作业要求' }).click()
  await page.keyboard.type('请给常住客人写一封欢迎信。')
  await drawer.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('共12个课件')).toBeVisible()
  await saved(page)

  // the video is read by the server meanwhile
  const [{ id } = { id: '' }] = (await client.call(course.paging, { params: { title: TITLE } })).records
  const stored = () => client.call(course['admin/detail'], { id })
  await expect
    .poll(async () => (await stored()).files.find((one) => one.title === VIDEO)?.state, { timeout: 180_000 })
    .toBe(CourseFileState.ready)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `设置“${VIDEO}”` }) })
  await expect(row).toContainText('0:10')

  await page.getByRole('button', { name: `设置“${VIDEO}”` }).click()
  const settings = page.getByRole('dialog', { name: VIDEO })
  const line = settings.getByRole('slider', { name: '视频的时间线，选择插入的时间' })
  for (const [at, second] of [3, 7].entries()) {
    const { width, height } = (await line.boundingBox())!
    await line.click({ position: { x: (width * (second + 0.5)) / LENGTH, y: height / 2 } })
    await settings.getByRole('button', { name: `在 0:0${second} 插入试题` }).click()
    const picker = page.getByRole('dialog', { name: '选择试题' })
    // one from the bank, one written here
    if (at === 0) await picker.getByRole('row').filter({ hasText: '判断题' }).first().getByRole('checkbox').click()
    else {
      await picker.getByRole('button', { name: '新建试题' }).click()
      await writeQuestion(page, WRITTEN)
      await expect(picker.getByRole('row').filter({ hasText: WRITTEN }).getByRole('checkbox')).toBeChecked()
    }
    await picker.getByRole('button', { name: '确认1项' }).click()
    await expect(picker).toBeHidden()
  }
  expect(await barriers(page)).toEqual([])
  const stops = async () => (await stored()).files.find((one) => one.title === VIDEO)?.stops.map((one) => one.atSec)
  await expect.poll(stops).toEqual([3, 7])
  await settings
    .getByRole('button', { name: 'Close' })
    .or(settings.getByRole('button', { name: '关闭' }))
    .first()
    .click()

  await page.getByRole('button', { name: '发布', exact: true }).click()
  const question = page.getByRole('dialog', { name: `发布课程“${TITLE}”` })
  await question.getByRole('checkbox', { name: /^通知 \d+ 人$/ }).click()
  await question.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText(/课程已发布，已通知 \d+ 人/)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(MOST_CLICKS)

  // the first page of a PDF, which the uploader's browser drew
  const { fileId: pdfId } = (await stored()).files.find((file) => file.title === '岗位职责')!
  const pictureOf = async () => (await client.call(courseFile.detail, { id: pdfId })).posterUrl
  await expect.poll(pictureOf).not.toBe('')
  expect((await fetch(new URL(await pictureOf(), site.url))).headers.get('content-type')).toBe('image/jpeg')
  const one = await stored()
  expect(one.state).toBe(CourseState.enabled)
  expect(one.sections.map((section) => [section.title, one.files.filter((file) => file.sectionId === section.id).length])).toEqual([
    ['认识岗位', 5],
    ['接待流程', 4],
    ['练习', 3],
  ])
  expect(one.files.at(-1)).toMatchObject({ title: WORK, fileType: CourseFileType.work })
})

test('places are changed by the keyboard and taken back, questions are moved on the line, and a second window shows what the first one stored', async ({
  site,
  openAs,
}) => {
  const teacher = await signIn(site, 'teacher')
  const [{ id } = { id: '' }] = (await teacher.call(course.paging, { params: { title: TITLE } })).records
  const address = `/admin/course/view/${id}?view=files`
  const { page } = await openAs('teacher', address)
  const other = await openAs('teacher', address)
  await expect(rowsOf(page)).toHaveCount(15)
  await expect(rowsOf(other.page)).toHaveCount(15)
  const before = await namesOf(page)
  expect(before).toEqual([
    '认识岗位',
    VIDEO,
    '岗位职责',
    '仪容仪表',
    '礼貌用语',
    '班前会',
    '接待流程',
    '入住登记',
    '证件核对',
    '行李寄存',
    '退房结账',
    '练习',
    '情景对话',
    '常见投诉',
    WORK,
  ])

  // over the head of the next section
  const moved = '礼貌用语'
  await page.getByRole('button', { name: `移动“${moved}”` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`已拿起“${moved}”`)).toBeAttached()
  const head = before.indexOf('接待流程')
  for (const place of ['章节“认识岗位”第5个', '章节“接待流程”第1个']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(`移到${place}`)).toBeAttached()
  }
  await page.keyboard.press('Space')
  await saved(page)
  expect(await namesOf(page)).toEqual(before.filter((one) => one !== moved).toSpliced(head, 0, moved))
  expect((await teacher.call(course['admin/detail'], { id })).files.find((one) => one.title === moved)).toMatchObject({
    chapter: '接待流程',
  })

  // the second window does not know of it
  await other.page.getByRole('checkbox', { name: '“证件核对”必学' }).click()
  await expect(other.page.getByText('课程已在别处修改，已显示最新内容，请重做刚才的修改')).toBeVisible()
  await expect(rowsOf(other.page).first()).toBeVisible()

  await page.getByRole('button', { name: '移出“行李寄存”' }).click()
  await expect(rowsOf(page)).toHaveCount(14)
  await page.getByRole('button', { name: /撤销/ }).first().click()
  await expect(rowsOf(page)).toHaveCount(15)
  await page.getByRole('button', { name: /撤销/ }).first().click()
  await expect.poll(() => namesOf(page)).toEqual(before)
  await saved(page)

  // a section is dragged with its files
  const [from, to] = [page.getByRole('button', { name: '移动“练习”' }), page.getByRole('button', { name: '移动“认识岗位”' })]
  await page.getByRole('button', { name: '收起“认识岗位”' }).click()
  await page.getByRole('button', { name: '收起“接待流程”' }).click()
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + 8, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(end.x + 8, end.y + 8, { steps: 12 })
  await page.mouse.up()
  await expect.poll(async () => (await namesOf(page))[0]).toBe('练习')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await namesOf(page))[0]).toBe('认识岗位')
  await saved(page)

  await page.getByRole('button', { name: '展开“认识岗位”' }).click()
  await page.getByRole('button', { name: `设置“${VIDEO}”` }).click()
  const settings = page.getByRole('dialog', { name: VIDEO })
  const marker = settings.getByRole('slider', { name: /^第1道插题：/ })
  await marker.focus()
  await page.keyboard.press('ArrowRight')
  const stops = async () =>
    (await teacher.call(course['admin/detail'], { id })).files.find((one) => one.title === VIDEO)?.stops.map((one) => one.atSec)
  await expect.poll(stops).toEqual([4, 7])
  const line = (await settings.getByRole('slider', { name: '视频的时间线，选择插入的时间' }).boundingBox())!
  const mark = (await marker.boundingBox())!
  await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2)
  await page.mouse.down()
  await page.mouse.move(line.x + line.width * 0.25, mark.y + 8, { steps: 8 })
  await page.mouse.up()
  await expect.poll(stops).toEqual([2, 7])
  expect(other.problems).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a learner finishes the course, and has the certificate', async ({ site, openAs }) => {
    test.slow()
    const teacher = await signIn(site, 'teacher')
    const learner = await signIn(site, 'learner31')
    const [{ id } = { id: '' }] = (await teacher.call(course.paging, { params: { title: TITLE } })).records
    const { files } = await learner.call(course.detail, { id })
    const others = files.filter((one) => one.title !== VIDEO)
    // how documents are read and assignments are handed in, other files show
    for (const { fileId, fileType } of others) {
      const place = { courseId: id, fileId }
      await learner.call(courseFileLearn['load-process'], place)
      if (fileType !== CourseFileType.work) {
        await learner.call(courseFileLearn['save-process'], { ...place, learnSec: 1, position: 0 })
        continue
      }
      const { draft } = await learner.call(courseWork.detail, place)
      await learner.call(courseWork.hand, {
        ...place,
        tryNo: draft!.tryNo,
        version: draft!.version,
        content: '欢迎您再次入住。',
        files: [],
      })
      const hand = (await teacher.call(courseWork.next, { fileId }))!
      await teacher.call(courseWork.mark, { id: hand.id, version: hand.version, score: 90, lines: [], comment: '' })
    }
    const { fileId } = files.find((one) => one.title === VIDEO)!
    const { page } = await openAs('learner31', `/web/course/view/${id}/${fileId}`)
    await page.getByRole('button', { name: '播放' }).first().tap()
    for (let n = 0; n < 2; n++) {
      const asked = page.getByRole('dialog', { name: '请先回答问题' })
      await expect(asked).toBeVisible({ timeout: 60_000 })
      await asked.getByRole('radio').first().tap()
      await asked.getByRole('button', { name: '确认答案' }).tap()
      await asked.getByRole('button', { name: '继续学习' }).tap()
    }
    await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible({ timeout: 60_000 })
    await expect.poll(async () => (await learner.call(grant['my-paging'], { params: {} })).records.map((one) => one.title)).toContain(CERT)
  })
})
