import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, admin } = await startWith()
await makeUser(app.db, { userName: 'ann', realName: '安安' })
await makeUser(app.db, { userName: 'bob', realName: '博博' })
await makeUser(app.db, { userName: 'eve', realName: '艾薇' })
const people = { ann: await app.as('ann'), bob: await app.as('bob'), eve: await app.as('eve') }

const inMinutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000)
const makeExam = (terms: Parameters<typeof setUpExam>[1]) =>
  setUpExam(
    app.ctx(),
    { openType: ExamOpenType.persons, userIds: Object.values(people).map((one) => one.id), minutes: 10, ...terms },
    { single: 1 },
  )
const missing = async (examId: string) => {
  const { records } = await app.ok(watch['miss-paging'], { params: { examId }, orders: [{ column: 'userName', asc: true }] }, admin.token)
  return records.map((one) => [one.realName, one.missState])
}

test('a candidate without a paper is listed as expected while the exam runs, and as absent after it has ended', async () => {
  const { examId } = await makeExam({ startTime: inMinutes(5), endTime: inMinutes(30) })
  await sweepPapers(app.app)
  const prepared = () =>
    app.db.selectFrom('paper').where('examId', '=', examId).where('state', '=', PaperState.prepared).select('id').execute()
  expect(await prepared()).toHaveLength(3)
  app.clock.advance(6 * 60)
  await app.ok(paper['create-paper'], { examId }, people.ann.token)
  expect(await missing(examId)).toEqual([
    ['博博', 'awaited'],
    ['艾薇', 'awaited'],
  ])
  app.clock.advance(30 * 60)
  expect(await missing(examId)).toEqual([
    ['博博', 'missed'],
    ['艾薇', 'missed'],
  ])
  await sweepPapers(app.app)
  await sweepPapers(app.app)
  expect(await prepared()).toEqual([])
  expect(await missing(examId)).toHaveLength(2)
  expect((await app.ok(watch['watch-stat'], { id: examId }, admin.token)).missCount).toBe(2)
  // a candidate disabled later is still absent; a candidate added to the exam later is not
  await app.db.deleteFrom('examUser').where('examId', '=', examId).where('userId', '=', people.bob.id).execute()
  expect(await missing(examId)).toHaveLength(2)
})

test('extra time for one candidate delays the record, and a reopened exam is recorded again', async () => {
  const { examId } = await makeExam({ startTime: inMinutes(-1), endTime: inMinutes(10) })
  await app.ok(watch['extra-time'], { examId, userIds: [people.bob.id], minutes: 5, closeMinutes: 30, reason: '迟到批准' }, admin.token)
  app.clock.advance(11 * 60)
  await sweepPapers(app.app)
  const noted = () => app.db.selectFrom('paperMissedExam').where('examId', '=', examId).select('examVersion').execute()
  expect(await noted()).toEqual([])
  await app.ok(paper['create-paper'], { examId }, people.bob.token)
  app.clock.advance(40 * 60)
  await sweepPapers(app.app)
  await sweepPapers(app.app)
  const [first] = await noted()
  expect(first).toBeDefined()
  expect(await missing(examId)).toEqual([
    ['安安', 'missed'],
    ['艾薇', 'missed'],
  ])
  await app.db
    .updateTable('exam')
    .set({ version: first!.examVersion + 1, endTime: inMinutes(20) })
    .where('id', '=', examId)
    .execute()
  expect((await missing(examId)).map(([, state]) => state)).toEqual(['awaited', 'awaited'])
  await app.ok(paper['create-paper'], { examId }, people.eve.token)
  app.clock.advance(60 * 60)
  for (let i = 0; i < 3; i++) await sweepPapers(app.app)
  expect(await missing(examId)).toEqual([['安安', 'missed']])
})

test('a public exam has no absent candidates; the list needs the right of an invigilator', async () => {
  const { examId } = await makeExam({ openType: ExamOpenType.all, userIds: [] })
  expect(await missing(examId)).toEqual([])
  const refused = await app.call(watch['miss-paging'], { params: { examId } }, people.ann.token)
  expect(refused.code).toBe(errors.forbidden[0])
  expect((await app.call(watch['miss-paging'], { params: { examId: '424242' } }, admin.token)).code).toBe(errors.notFound[0])
})
