// A lesson in a room from the form of a course to a finished lesson: enrolment on phones, the code on the screen, the list by hand.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { barriers } from './axe.ts'
import { expect, onPhone, signIn, test } from './fixtures.ts'
import { roomLesson } from './site-setup.ts'

const COURSE = '急救入门'
const ROOM = '心肺复苏实操'

test('a teacher adds a lesson in a room to a new course', async ({ openAs }) => {
  const { page, client } = await openAs('teacher', '/admin/course/add')
  await page.getByRole('textbox', { name: '课程名称' }).fill(COURSE)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('课程保存成功！')).toBeVisible()
  await page.getByRole('button', { name: '新建线下培训' }).click()
  const drawer = page.getByRole('dialog', { name: '新建线下培训' })
  await drawer.getByRole('textbox', { name: '培训名称' }).fill(ROOM)
  await drawer.getByRole('textbox', { name: '培训地点' }).fill('主楼大厅')
  for (const [name, time] of [
    ['开始时间', '2030-03-01 09:00'],
    ['结束时间', '2030-03-01 11:00'],
  ] as const) {
    await drawer.getByRole('textbox', { name }).fill(time)
    await page.keyboard.press('Enter')
  }
  await drawer.getByRole('spinbutton', { name: '座位数' }).fill('12')
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
  expect(stored.files).toMatchObject([{ title: ROOM, fileType: CourseFileType.room, required: true }])
  expect(await client.call(courseRoom.setting, { id: stored.files[0]!.fileId })).toMatchObject({
    place: '主楼大厅',
    startTime: '2030-03-01 09:00:00',
    seats: 12,
  })
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('a learner waits for a seat, gets it, signs in by the code and has finished the lesson', async ({ site, openAs }) => {
    const { courseId, fileId, teacher } = await roomLesson(site, '礼仪培训', { seats: 1 })
    const first = await signIn(site, 'learner31')
    await first.call(courseRoom.enrol, { courseId, fileId })
    const { page, client } = await openAs('learner33', `/web/course/view/${courseId}/${fileId}`)
    await expect(page.getByText('座位已满，可以候补')).toBeVisible()
    await page.getByRole('button', { name: '加入候补' }).tap()
    await expect(page.getByText('排在第 1 位，有空位时自动报名并通知您')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await first.call(courseRoom.cancel, { courseId, fileId })
    await page.goto('/web/uc?to=msg')
    await expect(page.getByText('线下培训候补成功').first()).toBeVisible()
    await page.goto('/web/index')
    await expect(page.getByRole('heading', { name: '线下培训' })).toBeVisible()
    await page.goto(`/web/course/view/${courseId}/${fileId}`)
    await expect(page.getByText('已报名', { exact: true })).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '加入日历' }).tap()])
    expect(file.suggestedFilename()).toMatch(/\.ics$/)

    const { code } = await teacher.call(courseRoom.code, { id: fileId, way: 'in' })
    await page.goto(`/web/room/sign/${code}`)
    await expect(page.getByText('签到成功')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: '进入课程' }).tap()
    await expect(page.getByText('已学完').first()).toBeVisible()
    expect((await client.call(course.detail, { id: courseId })).learned).toBe('finished')

    await page.goto(`/web/room/sign/${code.slice(0, -2)}xx`)
    await expect(page.getByText('这不是有效的签到码')).toBeVisible()
  })

  test('who is not signed in to the site signs in first, and is signed in to the lesson then', async ({ site, visit }) => {
    const { fileId, teacher } = await roomLesson(site, '礼仪培训二', { walkIn: true })
    const { code } = await teacher.call(courseRoom.code, { id: fileId, way: 'in' })
    const page = await visit(`/web/room/sign/${code}`)
    await page.getByRole('textbox', { name: /账号|用户名/ }).fill('learner34')
    await page.getByLabel('密码', { exact: true }).fill('Learner@2026')
    await page.getByRole('button', { name: '登录', exact: true }).tap()
    await expect(page.getByText('签到成功')).toBeVisible()
  })
})

test('the code on the screen counts who comes; the list is ticked by keyboard and taken back', async ({ site, openAs }) => {
  const { courseId, fileId, teacher } = await roomLesson(site, '礼仪培训三')
  const people = await Promise.all(['learner28', 'learner29', 'learner30'].map((name) => signIn(site, name)))
  for (const { call } of people) await call(courseRoom.enrol, { courseId, fileId })
  const { page } = await openAs('teacher', '/admin/course/room')
  await page.getByRole('link', { name: '礼仪培训三' }).first().click()
  await expect(page.getByRole('heading', { name: '礼仪培训三' }).first()).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '展示签到码' }).click()
  const screen = page.getByRole('dialog', { name: '签到码' })
  await expect(screen.getByRole('img', { name: '签到二维码' })).toBeVisible()
  await expect(screen.getByText('/ 3')).toBeVisible()
  const { code } = await teacher.call(courseRoom.code, { id: fileId, way: 'in' })
  await people[0]!.call(courseRoom.sign, { code })
  await expect(screen.getByRole('listitem')).toHaveCount(1)
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(screen).toBeHidden()

  const states = async () => {
    const { records } = await teacher.call(courseRoom.list, { params: { fileId } })
    return records.map((one) => one.state)
  }
  const group = page.getByRole('radiogroup').nth(1)
  await group.getByRole('radio', { name: '已到' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/：已到$/)).toBeVisible()
  await expect.poll(states).toEqual([SeatState.present, SeatState.present, SeatState.enrolled])
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(states).toEqual([SeatState.present, SeatState.enrolled, SeatState.enrolled])

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.getByRole('button', { name: '打印签到表' }).evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('columnheader', { name: '签名' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
})
