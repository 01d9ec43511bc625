// A call needs one connection at most: calls that hold a transaction and wait for a second one would stop each other when all are taken.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ctxOf, nobody } from '../src/kernel/ctx.ts'
import { makeRoom } from '../src/domains/live/live.factory.ts'
import { sendPlanned } from '../src/domains/notify/plan.service.ts'
import { preparePapers } from '../src/domains/paper/admission/prepare.service.ts'
import { rightAnswer, setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { addByMobile } from '../src/domains/account/sign-in/register.service.ts'
import { handIn, startPaper } from './papers.ts'
import { sharedApp } from './people.ts'

const POOL = 2
const app = await sharedApp({ env: { DB_POOL: String(POOL) } })
const [ann, marker] = [
  await app.enrol({ userName: 'ann' }),
  await app.enrol({ userName: 'tina', roleType: RoleType.staff, roles: ['教师'] }),
]

/** Runs it while all connections but one are held. */
const withOneLeft = <T>(act: () => Promise<T>): Promise<T> =>
  app.app.db.transaction().execute(async (held) => {
    await sql`select 1`.execute(held)
    return act()
  })

const shown = { showAnswer: 'handed', showScore: 'handed' } as const

test('the wrong-answer book takes in a paper while a training starts', async () => {
  const { repoId, examId } = await setUpExam(app.ctx(), shown, { single: 2 })
  const { id } = await startPaper(app, ann, examId)
  await handIn(app, ann, id)
  const started = await withOneLeft(() => app.ok(train.start, { repoId, mode: TrainMode.wrong }, ann))
  expect((await app.ok(train.card, { id: started.id }, ann)).length).toBe(2)
})

test('marking tasks are created while they are allotted', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { shortAnswer: 2 })
  const { id } = await startPaper(app, ann, examId)
  await handIn(app, ann, id, rightAnswer)
  const given = await withOneLeft(() => app.ok(review.allocate, { examId, markers: [marker.id], by: 'paper' }, marker))
  expect(given.markers).toEqual([expect.objectContaining({ userId: marker.id, count: 2 })])
  expect(await withOneLeft(() => app.ok(review.decide, { examId }, marker))).toBeDefined()
})

test('a paper is opened and handed in', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  const { id } = await withOneLeft(() => app.ok(paper['create-paper'], { examId }, ann))
  expect(await withOneLeft(() => app.ok(paper['hand-exam'], { id, lastAnswers: [] }, ann))).toBeDefined()
})

test('papers are prepared before an exam begins', async () => {
  const begins = new Date(app.clock.now().getTime() + 8 * 60_000)
  const range = { openType: ExamOpenType.persons, userIds: [ann.id, marker.id], startTime: begins }
  await setUpExam(app.ctx(), range, { single: 2 })
  expect(await withOneLeft(() => preparePapers(app.app))).toBe(2)
})

test('viewers of a broadcast are counted with their attendance', async () => {
  const { id } = await makeRoom(app.ctx(), marker.id)
  await app.ok(liveRoom.start, { id }, marker)
  expect(await withOneLeft(() => app.ok(liveRoom.beat, { id }, ann))).toMatchObject({ viewers: 1 })
})

test('a planned notification is sent in the name of its sender', async () => {
  const admin = await app.as('admin')
  const sendAt = toWallClock(new Date(app.clock.now().getTime() + 60_000))
  const text = { title: '通知', content: '八点。', channels: ['msg' as const], audience: { userIds: [ann.id] } }
  await app.ok(notify.send, { ...text, sendAt }, admin)
  app.clock.advance(61)
  expect(await withOneLeft(() => sendPlanned(app.app))).toBe(1)
})

test('an account is added in the transaction of its first sign-in', async () => {
  const account = await withOneLeft(() =>
    app.app.db.transaction().execute((db) => addByMobile(ctxOf(app.app, { db, user: nobody }), '13900000077', undefined)),
  )
  expect(account.id).toMatch(/^\d+$/)
})
