// What tests add to a demo site, over the API.
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import type { Page } from '@playwright/test'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type Client, expect, signIn } from './fixtures.ts'
import type { Site } from './server.ts'

const HOUR_MS = 3_600_000
const later = (hours: number) => toWallClock(new Date(Date.now() + hours * HOUR_MS))

/** Switches the module of certificates on. */
export async function openCerts(site: Site): Promise<void> {
  const { call } = await signIn(site, 'admin')
  const settings = await call(config.detail, { id: '1' })
  await call(config.save, { ...settings, props: { ...settings.props, moduleCert: true } })
}

/** Opens a learning path of one course for everybody. @returns its id */
export async function openPath(site: Site): Promise<string> {
  const { call } = await signIn(site, 'admin')
  const stages = [{ title: '认识酒店', items: [{ kind: 'course' as const, refId: '1' }] }]
  const { id } = await call(path.save, { title: '一天入门', stages, openType: OpenType.all })
  await call(path.publish, { id })
  return id
}

/** Publishes a survey of one question for everybody, with a link for people without an account. */
export async function openSurvey(site: Site): Promise<{ id: string; link: string }> {
  const { call } = await signIn(site, 'admin')
  const options = ['好', '一般'].map((text, n) => ({ id: `o${n}`, text }))
  const questions = [{ id: 'q1', type: 'single' as const, title: '您觉得怎么样？', options }]
  const { id } = await call(survey.save, { title: `问卷 ${Date.now()}`, questions, open: true, captcha: false })
  await call(survey.publish, { id })
  return { id, link: (await call(survey.detail, { id })).link }
}

/** The demo site's assignment, for its learner's page. */
export async function openAssignment(site: Site) {
  const { call } = await signIn(site, 'learner34')
  const { records } = await call(course['user-paging'], { params: { title: '客人信息保护' } })
  const { files } = await call(course.detail, { id: records[0]!.id })
  const work = files.find((one) => one.fileType === CourseFileType.work)!
  const ready = (page: Page) => expect(page.getByLabel('作业内容', { exact: true })).toBeVisible()
  return { path: `/web/work/${records[0]!.id}/${work.fileId}`, ready }
}

/** A bank of its own, of single choices without formulas, which load 75 kB more; option A is right. @returns its id */
export async function plainBank({ call }: Client, title: string, { count, isTrain }: { count: number; isTrain: boolean }): Promise<string> {
  const { id } = await call(repo.save, { title: `${title} ${Date.now()}`, remark: '', isExam: true, isTrain })
  const options = [
    { tag: 'A', content: '<p>对的</p>', isRight: true },
    { tag: 'B', content: '<p>错的</p>', isRight: false },
  ]
  for (let no = 1; no <= count; no++) {
    const body = { content: `<p>第 ${no} 题</p>`, analysis: '', options }
    await call(qu.save, { repoId: id, chapterId: '', quType: QuType.single, level: QuLevel.normal, body })
  }
  return id
}

/** A course with one lesson in a room that begins in half an hour, so that people sign in already. */
export async function roomLesson(site: Site, title: string, more: { seats?: number; walkIn?: boolean } = {}) {
  const teacher = await signIn(site, 'teacher')
  const { id: fileId } = await teacher.call(courseRoom.save, {
    title,
    place: '三楼培训室',
    content: '请带笔。',
    startTime: later(0.5),
    endTime: later(2.5),
    seats: null,
    selfEnrol: true,
    enrolUntil: null,
    walkIn: false,
    lateMinutes: 10,
    signOut: false,
    teacherIds: [],
    ...more,
  })
  const files = [{ fileId, chapter: '', required: true, minSec: 0 }]
  const plain = { cover: '', content: '', catId: '', required: false, startTime: null, endTime: null, price: '0.00', costPoints: 0 }
  const rules = { videoDrag: true, dragFinished: false, sequential: false, openType: OpenType.all }
  const { id: courseId } = await teacher.call(course.save, { title, ...plain, ...rules, files })
  return { courseId, fileId, teacher }
}

/** The address of a code that signs a learner in who has not enrolled. */
export async function openRoomSign(site: Site) {
  const { fileId, teacher } = await roomLesson(site, '签到页面', { walkIn: true })
  const { code } = await teacher.call(courseRoom.code, { id: fileId, way: 'in' })
  return { path: `/web/room/sign/${code}`, ready: (page: Page) => expect(page.getByText('签到成功')).toBeVisible() }
}

/** An activity that runs, for everybody. */
export async function openActivity(site: Site): Promise<{ id: string }> {
  const admin = await signIn(site, 'admin')
  return admin.call(activity.save, {
    title: `每周一赛 ${Date.now()}`,
    startTime: later(-1),
    endTime: later(1),
    repoId: await plainBank(admin, '每周一赛的题', { count: 3, isTrain: false }),
    singleCount: 3,
    multipleCount: 0,
    judgeCount: 0,
    runSec: 3_600,
    triesTotal: 20,
    triesDay: 0,
    showRank: 'live',
    openType: OpenType.all,
    state: ActivityState.enabled,
    prizes: [{ from: 1, to: 1, points: 88 }],
    content: '<p>答得又对又快的人排在前面。</p>',
  })
}

/** A live lesson of the caller in this course, which has begun and is recorded. */
export async function openLive({ call }: Client, courseId: string): Promise<{ id: string; title: string }> {
  const { id: teacherId } = await call(user.currentUser, {})
  const title = '公开课直播'
  const { id } = await call(liveRoom.save, {
    title,
    content: '带上上次的问题。',
    courseId,
    teacherId,
    startTime: later(-1 / 60),
    endTime: later(1),
    provider: 'local',
    chat: true,
    paceSec: 0,
    record: true,
    remindMin: 0,
  })
  return { id, title }
}
