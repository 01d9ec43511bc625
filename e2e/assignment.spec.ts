// An assignment from the builder of a course to a finished lesson: handed in on a phone, returned, handed in again, and passed.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Site } from './server.ts'
import { barriers } from './axe.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'

const COURSE = '礼宾服务实务'
const WORK = '写一封欢迎信'

/** A course with one assignment. */
async function lesson(site: Site, title: string) {
  const teacher = await signIn(site, 'teacher')
  const { id: fileId } = await teacher.call(courseWork.save, {
    title: '行李寄存流程',
    content: '<p>请写出寄存行李的步骤。</p>',
    maxScore: 100,
    passScore: 60,
    deadlineTime: null,
    deadlineDays: null,
    late: false,
    latePercent: 0,
    tries: 1,
    takesText: true,
    kinds: ['image', 'document'],
    mostFiles: 3,
    mostMb: 20,
    finish: WorkFinish.passed,
    blind: false,
    attachments: [],
    markerIds: [],
    rubric: [
      { id: 'r1', text: '步骤完整', points: 70 },
      { id: 'r2', text: '字迹潦草', points: -10 },
    ],
  })
  const files = [{ fileId, chapter: '', required: true, minSec: 0 }]
  const plain = { cover: '', content: '', catId: '', required: false, startTime: null, endTime: null, price: '0.00', costPoints: 0 }
  const rules = { videoDrag: true, dragFinished: false, sequential: false, openType: OpenType.all }
  const { id } = await teacher.call(course.save, { title, ...plain, ...rules, files })
  return { courseId: id, fileId, teacher }
}

test('a teacher adds an assignment to a new course', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/course/add')
  await page.getByRole('textbox', { name: '课程名称' }).fill(COURSE)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('课程保存成功！')).toBeVisible()
  await page.getByRole('button', { name: '新建作业' }).click()
  const drawer = page.getByRole('dialog', { name: '新建作业' })
  await drawer.getByRole('textbox', { name: '作业名称' }).fill(WORK)
  await drawer.getByRole('textbox', { name: '作业要求' }).click()
  await page.keyboard.type('请给常住客人写一封欢迎信。')
  await drawer.getByRole('button', { name: '添加评分点' }).click()
  await drawer.getByRole('textbox', { name: '第1个评分点', exact: true }).fill('称呼得体')
  await drawer.getByRole('button', { name: '确定' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('共1个课件')).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page
    .getByRole('dialog', { name: `发布课程“${COURSE}”` })
    .getByRole('button', { name: '发布' })
    .click()
  await expect(page.getByText('课程已发布')).toBeVisible()
  const { records } = await client.call(course.paging, { params: { title: COURSE } })
  const stored = await client.call(course['admin/detail'], { id: records[0]!.id })
  expect(stored.files).toMatchObject([{ title: WORK, fileType: CourseFileType.work, required: true }])
  const setting = await client.call(courseWork.setting, { id: stored.files[0]!.fileId })
  expect(setting).toMatchObject({ maxScore: 100, rubric: [{ text: '称呼得体', points: 10 }] })
  expect(setting.content).toContain('欢迎信')
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a learner hands in, reads the return, hands in again and has finished the lesson', async ({ site, openAs }) => {
    const { courseId, fileId, teacher } = await lesson(site, '行李服务')
    const { page, client } = await openAs('learner33', `/web/course/view/${courseId}/${fileId}`)
    const text = page.getByRole('textbox', { name: '作业内容' })
    await text.fill('先核对姓名。')
    await expect(page.getByText(/草稿已保存/)).toBeVisible()
    await page
      .getByLabel('选择文件')
      .setInputFiles({ name: '行李牌.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n') })
    await expect(page.getByRole('link', { name: '行李牌.pdf' })).toBeVisible()
    // without a network the draft stays in the browser, also over a reload
    await page.context().setOffline(true)
    await text.fill('先核对姓名，再挂行李牌。')
    await expect(page.getByText('网络已断开，内容先保存在本机')).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await expect(text).toHaveValue('先核对姓名，再挂行李牌。')
    await expect(page.getByText(/草稿已保存/)).toBeVisible()
    expect((await client.call(courseWork.detail, { courseId, fileId })).draft).toMatchObject({
      content: '先核对姓名，再挂行李牌。',
      files: [{ title: '行李牌.pdf' }],
    })
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: '提交作业' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '确认提交' }).dblclick()
    await expect(page.getByText('作业已提交，等待批改')).toBeVisible()
    expect((await client.call(courseWork.detail, { courseId, fileId })).hands).toHaveLength(1)

    const first = (await teacher.call(courseWork.next, { fileId }))!
    await teacher.call(courseWork.return, { id: first.id, version: first.version, comment: '还要写明保管地点' })
    await page.goto('/web/uc?to=work')
    await expect(page.getByText('已退回重做')).toBeVisible()
    await page.getByRole('link', { name: '行李寄存流程' }).tap()
    await expect(page.getByText('评语：还要写明保管地点')).toBeVisible()
    await expect(text).toHaveValue('先核对姓名，再挂行李牌。')
    await text.fill('先核对姓名，再挂行李牌，放入行李房。')
    await page.getByRole('button', { name: '提交作业' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '确认提交' }).tap()
    await expect(page.getByText('作业已提交，等待批改')).toBeVisible()

    const second = (await teacher.call(courseWork.next, { fileId }))!
    expect(second).toMatchObject({ tryNo: 2, state: HandState.handed })
    await teacher.call(courseWork.mark, { id: second.id, version: second.version, score: 90, lines: ['r1'], comment: '很好' })
    await page.goto(`/web/course/view/${courseId}/${fileId}`)
    await expect(page.getByText('作业已通过')).toBeVisible()
    await expect(page.getByText('90 分')).toBeVisible()
    await expect(page.getByText('已学完').first()).toBeVisible()
    expect((await client.call(course.detail, { id: courseId })).learned).toBe('finished')
  })
})
