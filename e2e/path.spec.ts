// A learning path of two stages: built by a teacher in the editor, and walked by a newcomer on a phone from the first course to the certificate.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseFile, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { barriers } from './axe.ts'
import { openExam } from './exam-setup.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'
import type { Site } from './server.ts'
import { openCerts } from './site-setup.ts'

const CERT = '新员工上岗证明'

/** A course of one PDF that is read in a second. */
async function openCourse(site: Site, title: string): Promise<string> {
  const { call } = await signIn(site, 'teacher')
  const { records } = await call(courseFile.paging, { params: { fileType: CourseFileType.pdf } })
  const { id } = await call(course.save, {
    ...(await call(course['admin/detail'], { id: '1' })),
    id: undefined,
    title,
    files: [{ fileId: records[0]!.id, chapter: '', required: true, minSec: 1 }],
    openType: OpenType.all,
    required: false,
    startTime: null,
    endTime: null,
    deptCodes: [],
    groupIds: [],
    userIds: [],
  })
  return id
}

async function openCert(site: Site): Promise<string> {
  await openCerts(site)
  const admin = await signIn(site, 'admin')
  const { id } = await admin.call(cert.save, {
    title: CERT,
    authority: '云栖酒店集团',
    validMonths: 0,
    remindDays: [30],
    layout: presets.honour,
  })
  return id
}

test('a teacher builds a path of two stages, orders it by the keyboard and the mouse, and publishes it', async ({ openAs, site }) => {
  const [first, second] = [`入职须知 ${Date.now()}`, `岗位要求 ${Date.now()}`]
  await openCourse(site, first)
  await openCourse(site, second)
  const { page, client } = await openAs('teacher', '/admin/course/path')
  await page.getByRole('button', { name: '新建培养方案' }).first().click()
  await expect(page.getByRole('heading', { name: '新建培养方案', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: '方案名称' }).fill('前台新人')
  const add = async (no: number, title: string, kind?: string) => {
    if (kind !== undefined) {
      await page.getByRole('combobox', { name: `第 ${no} 阶段：类型` }).click()
      await page.getByTitle(kind, { exact: true }).last().click()
    }
    const search = page.getByRole('combobox', { name: `第 ${no} 阶段：添加内容` })
    await search.click()
    await search.fill(title)
    await page.getByTitle(title, { exact: true }).click()
    await expect(page.getByRole('region', { name: `第 ${no} 阶段`, exact: true })).toContainText(title)
  }
  await add(1, second)
  await add(1, first)
  // the second course comes first, by the keyboard
  const stage = page.getByRole('region', { name: '第 1 阶段', exact: true })
  const rows = stage.getByRole('list', { name: '第 1 阶段的内容' }).getByRole('listitem')
  const handle = page.getByRole('button', { name: `移动“${first}”` })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`已拿起“${first}”`)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('已取消移动')).toBeAttached()
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`已拿起“${first}”`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('移到“第 1 阶段”的第 1 项')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(rows.first()).toContainText(first)
  await page.getByRole('button', { name: '添加阶段' }).click()
  await page.getByRole('textbox', { name: '第 2 阶段的名称' }).fill('上手')
  await rows
    .nth(1)
    .getByRole('button', { name: `“${second}”的更多操作` })
    .click()
  await page.getByRole('menuitem', { name: '移到第 2 阶段 上手' }).click()
  await expect(page.getByRole('region', { name: '第 2 阶段', exact: true })).toContainText(second)
  await add(2, '岗前培训满意度调查', '问卷')
  await page.getByRole('checkbox', { name: '“岗前培训满意度调查”必须完成' }).uncheck()
  // to the first column by the mouse, and back by undo
  const column = stage.getByRole('list', { name: '第 1 阶段的内容' })
  const from = (await page.getByRole('button', { name: `移动“${second}”` }).boundingBox())!
  const to = (await column.boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + to.height + 20, { steps: 12 })
  await page.mouse.up()
  await expect(column.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(column.getByRole('listitem')).toHaveCount(1)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('spinbutton', { name: '完成期限' }).fill('30')
  await page.getByRole('radio', { name: '完全公开' }).check()
  await page.getByRole('button', { name: '保存并发布' }).click()
  const dialog = page.getByRole('dialog', { name: '发布培养方案“前台新人”' })
  await expect(dialog.getByText(/\d+ 人从今天开始/)).toBeVisible()
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText(/培养方案已发布，\d+ 人加入/)).toBeVisible()
  const row = page.getByRole('row', { name: /前台新人/ })
  await expect(row).toContainText('已发布')
  const { records } = await client.call(path.paging, { params: { title: '前台新人' } })
  const { stages, days } = await client.call(path.detail, { id: records[0]!.id })
  expect(days).toBe(30)
  expect(stages.map(({ title, items }) => [title, items.map((one) => [one.title, one.required])])).toEqual([
    ['第 1 阶段', [[first, true]]],
    [
      '上手',
      [
        [second, true],
        ['岗前培训满意度调查', false],
      ],
    ],
  ])
  await row.getByRole('link', { name: '统计' }).click()
  await expect(page.getByRole('heading', { name: '前台新人', level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: '矩阵' }).click()
  await expect(page.getByRole('columnheader', { name: `课程 · ${first}` })).toBeVisible()
  await page.getByRole('tab', { name: '部门' }).click()
  await expect(page.getByRole('button', { name: /人逾期/ }).first()).toBeVisible()
  await page.getByRole('tab', { name: '人员' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await file).suggestedFilename()).toContain('培养名单')
  await page.getByRole('button', { name: '提醒未完成的人' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(/已提醒 \d+ 人/)).toBeVisible()
  expect(await barriers(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a newcomer walks from the first course to the certificate', async ({ openAs, site }) => {
    const title = `第一课 ${Date.now()}`
    const courseId = await openCourse(site, title)
    const { examId, teacher } = await openExam(site, { types: [QuType.single] })
    const certId = await openCert(site)
    const { page, client } = await openAs('learner26', '/web/uc?to=path')
    const me = await client.call(ownUser.info)
    const { id } = await teacher.call(path.save, {
      title: '从新人到上岗',
      openType: OpenType.persons,
      userIds: [me.id],
      days: 60,
      points: 10,
      certId,
      stages: [
        { title: '认识酒店', days: 7, items: [{ kind: 'course', refId: courseId }] },
        { title: '上岗考试', items: [{ kind: 'exam', refId: examId }] },
      ],
    })
    await teacher.call(path.publish, { id, notify: true })
    // the home has it among what waits
    await page.goto('/web/index')
    await page.getByRole('link', { name: /继续.*从新人到上岗/ }).tap()
    await expect(page.getByRole('heading', { name: '从新人到上岗', level: 1 })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: '从新人到上岗的进度' })).toHaveAttribute('aria-valuenow', '0')
    // what comes later has no button
    await expect(page.getByRole('link', { name: /去完成|打开/ })).toHaveCount(1)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: new RegExp(`去完成.*${title}`) }).tap()
    await page.getByRole('link', { name: '开始学习' }).first().tap()
    await expect(page.getByText('恭喜，您已经学完全部课程啦！')).toBeVisible()
    // the end of a course asks for a rating
    await expect(page.getByRole('region', { name: '评价这门课程' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
    const percent = () => page.getByRole('progressbar', { name: '从新人到上岗的进度' }).getAttribute('aria-valuenow')
    await expect
      .poll(async () => {
        await page.goto(`/web/path/${id}`)
        return percent()
      })
      .toBe('50')
    await page.getByRole('link', { name: /去完成.*消防考试/ }).tap()
    await expect(page).toHaveURL(new RegExp(`/web/exam/check/${examId}`))
    const { id: paperId } = await client.call(paper['create-paper'], { examId })
    const { groups } = await client.call(paper['paper-detail'], { id: paperId })
    const [single] = groups.flatMap((one) => one.quList)
    await client.call(paper['hand-exam'], { id: paperId, lastAnswers: [{ quId: single!.quId, answer: { tags: ['B'] } }] })
    await expect
      .poll(async () => {
        await page.goto(`/web/path/${id}`)
        return percent()
      })
      .toBe('100')
    await expect(page.getByRole('heading', { name: '恭喜，您已完成全部内容！' })).toBeVisible()
    await page.getByRole('link', { name: '查看证书' }).tap()
    await expect(page.getByRole('heading', { name: CERT })).toContainText('有效')
    expect((await client.call(grant['my-list'], {})).filter((one) => one.title === CERT)).toHaveLength(1)
    await page.goto('/web/uc?to=path')
    await expect(page.getByRole('listitem').filter({ hasText: '从新人到上岗' })).toContainText('已完成')
  })
})
