import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { expect, test } from 'vitest'
import { answersFor, startPaper, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { makeCourse, makeFile } from '../../course/course.factory.ts'
import { makeRoom } from '../../live/live.factory.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeOrder } from '../../pay/order.factory.ts'
import { dayAgo } from '../figure/rollup.service.ts'

const { app, admin, ann, bob, teacher } = await startWith('ann', 'bob', 'teacher')
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS)
const today = async (who = ann) => app.ok(statToday.mine, {}, who)
const stateOf = async (title: string) => (await today()).exams.find((one) => one.title === title)?.state
const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4 x'), 'a.pdf', { title: '讲义' })
const courseOf = (more: object = {}) => makeCourse(app.ctx(), { title: '消防', files: [{ fileId: file, minSec: 60 }], ...more })
/** The exam is gone after the work, so that at most one is due. */
async function withExam(
  title: string,
  settings: Parameters<typeof makeFixedExam>[2],
  work: (examId: string, quIds: string[]) => Promise<void>,
) {
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1 }, { title, ...settings })
  await work(examId, quIds)
  await app.db.updateTable('exam').where('id', '=', examId).set({ state: ExamState.disabled }).execute()
}

test('an exam of today has one state: open, waiting, on paper, running', async () => {
  await withExam('开放', {}, async () => expect(await stateOf('开放')).toBe('open'))
  await withExam('明天', { startTime: inHours(20), endTime: inHours(30) }, async () => expect(await stateOf('明天')).toBe('waiting'))
  await withExam('线下', { offline: true }, async () => expect(await stateOf('线下')).toBe('offline'))
  await withExam('在考', {}, async (examId) => {
    const { id } = await startPaper(app, ann, examId)
    expect((await today()).exams[0]).toMatchObject({ state: 'going', going: true, paperId: id })
  })
})

test('an exam with a price waits for the purchase, one with an application for the application', async () => {
  await withExam('收费', { price: 1_000 }, async (examId) => {
    expect(await stateOf('收费')).toBe('buy')
    await makeOrder(app.db, { userId: ann.id, goodsType: 'exam', goodsId: examId, price: 1_000 })
    expect(await stateOf('收费')).toBe('open')
  })
  await withExam('要申请', { needApply: true }, async (examId) => {
    expect(await stateOf('要申请')).toBe('apply')
    const apply = { examId, userId: ann.id, applyMsg: '请批准', applyTime: app.clock.now() }
    await app.db.insertInto('examApply').values(apply).execute()
    expect(await stateOf('要申请')).toBe('audit')
    const decide = (auditState: AuditState) => app.db.updateTable('examApply').where('examId', '=', examId).set({ auditState }).execute()
    await decide(AuditState.rejected)
    expect(await stateOf('要申请')).toBe('apply')
    await decide(AuditState.approved)
    expect(await stateOf('要申请')).toBe('open')
  })
})

test('an exam that asks for a course leads to the course until it is finished', async () => {
  const courseId = await courseOf()
  await withExam('先学', { courses: [courseId] }, async () => {
    expect((await today()).exams[0]).toMatchObject({ state: 'learn', courseId })
    const at = app.clock.now()
    await app.db.insertInto('courseLearn').values({ courseId, userId: ann.id, startTime: at, lastTime: at, finishTime: at }).execute()
    expect((await today()).exams[0]).toMatchObject({ state: 'open', courseId: null })
  })
})

test('what has begun stands before what has not, whatever ends sooner', async () => {
  await withExam('未开始的', { startTime: inHours(1), endTime: inHours(2) }, () =>
    withExam('开始了的', { endTime: inHours(90) }, async () => {
      expect((await today()).exams.map((one) => one.title)).toEqual(['开始了的', '未开始的'])
    }),
  )
})

test('a required course that is not paid waits for the purchase', async () => {
  const id = await courseOf({ title: '收费课', required: true, price: 9_900 })
  const find = async () => (await today()).courses.find((one) => one.id === id)
  expect(await find()).toMatchObject({ state: 'buy' })
  await makeOrder(app.db, { userId: ann.id, goodsId: id })
  expect(await find()).toMatchObject({ state: 'learn' })
})

test('broadcasts of today are listed until they end, not those of tomorrow', async () => {
  app.clock.avoidMidnight()
  const room = await makeRoom(app.ctx(), teacher.id, { title: '晚课', startTime: inHours(0.1), endTime: inHours(1) })
  await makeRoom(app.ctx(), teacher.id, { title: '明天的课', startTime: inHours(25), endTime: inHours(26) })
  expect((await today()).lives).toMatchObject([{ id: room.id, courseId: room.courseId, fileId: room.fileId, live: false }])
  const to = (state: LiveState) => app.db.updateTable('liveRoom').where('id', '=', room.id).set({ state }).execute()
  await to(LiveState.live)
  expect((await today()).lives).toMatchObject([{ live: true }])
  app.clock.advance(4_000)
  expect((await today()).lives, 'on air beyond its planned end').toMatchObject([{ live: true }])
  await to(LiveState.planned)
  expect((await today()).lives, 'never begun').toEqual([])
  app.clock.advance(-4_000)
  await to(LiveState.ended)
  expect((await today()).lives).toEqual([])
})

test('the line of the week counts days of learning, training and exams; the site and the learner can switch it off', async () => {
  const courseId = await courseOf()
  const learnt = (ago: number) => ({ day: dayAgo(app.clock.now(), ago), userId: bob.id, courseId, sec: 60 })
  await app.db
    .insertInto('courseLearnDay')
    .values([learnt(1), learnt(2)])
    .execute()
  expect((await today(bob)).pace).toMatchObject({ streak: 2, goal: 3, cert: null })
  await withExam('今天的', {}, async (examId, quIds) => {
    await takePaper(app, bob, examId, answersFor(quIds, [true]))
    expect((await today(bob)).pace).toMatchObject({ streak: 3 })
  })
  await app.ok(statToday['save-pace'], { goal: 5, shown: true }, bob)
  expect((await today(bob)).pace).toMatchObject({ goal: 5 })
  await app.ok(statToday['save-pace'], { goal: 5, shown: false }, bob)
  expect((await today(bob)).pace).toBeNull()
  expect(await app.ok(statToday.pace, {}, bob)).toEqual({ goal: 5, shown: false })
  expect((await today(ann)).pace).not.toBeNull()
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, props: { ...site.props, learnPace: false } }, admin)
  expect((await today(ann)).pace).toBeNull()
})
