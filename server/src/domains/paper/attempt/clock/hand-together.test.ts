// Candidates who hand in at the same moment: one transaction for many, and each as if they had been alone.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { makeUser } from '../../../people/user/user.factory.ts'
import { rightAnswer } from '../../exam-setup.factory.ts'
import { followFinished } from '../../grade/finish.service.ts'

const { app } = await startWith('ann')

let counted = 0
async function newcomer() {
  const userName = `hall${++counted}`
  await makeUser(app.db, { userName })
  return app.as(userName)
}

async function candidate(settings: Parameters<typeof openNewPaper>[2] = {}, counts?: Parameters<typeof openNewPaper>[3]) {
  const person = await newcomer()
  const opened = await openNewPaper(app, person, { passScore: 100, ...settings }, counts)
  const { id, session, keys } = opened
  const save = (at: number) =>
    app.ok(paper['fill-answer'], { paperId: id, session, quId: keys[at]!.quId, answer: rightAnswer(keys[at]!), seq: 1 }, person.token)
  const hand = (more: object = {}) => app.call(paper['hand-exam'], { id, session, ...more }, person.token)
  return { ...opened, person, save, hand }
}
type Candidate = Awaited<ReturnType<typeof candidate>>

const hall = (size: number) => Promise.all(Array.from({ length: size }, () => candidate()))
const rowOf = ({ id }: Pick<Candidate, 'id'>) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const itemsOf = ({ id }: Pick<Candidate, 'id'>) => app.db.selectFrom('paperItem').where('paperId', '=', id).selectAll().execute()

test('a hall hands in together: every paper has its own receipt, marks, items and effects', async () => {
  const all = await hall(20)
  for (const [at, one] of all.entries()) for (let qu = 0; qu < at % 4; qu++) await one.save(qu)
  const replies = await Promise.all(all.map((one) => one.hand()))
  expect(replies.map(({ code }) => code)).toEqual(all.map(() => 0))
  expect(replies.map(({ data }) => data.answered)).toEqual(all.map((_one, at) => at % 4))
  expect(new Set(replies.map(({ data }) => data.receiptNo)).size).toBe(all.length)
  const alone = await candidate()
  for (let qu = 0; qu < 2; qu++) await alone.save(qu)
  const last = alone.keys[2]!
  await alone.hand({ lastAnswers: [{ quId: last.quId, answer: rightAnswer(last), seq: 1 }] })
  const rows = await Promise.all(all.map(rowOf))
  // three right answers: the same as of one who handed in alone, but for what belongs to the person
  const { score, objScore, passed, markedTotal, markedPass, version, exState, state, gradingNeeded, finishDue, tellDue } =
    await rowOf(alone)
  const common = { score, objScore, passed, markedTotal, markedPass, version, exState, state, gradingNeeded, finishDue, tellDue }
  expect(common).toMatchObject({ version: 1, state: PaperState.done, gradingNeeded: false })
  for (const row of rows.filter((_row, at) => at % 4 === 3)) expect(row).toMatchObject(common)
  for (const one of all) {
    const [items] = await itemsOf(one)
    expect(items).toMatchObject({ version: 1, examId: one.examId })
    expect(items?.scores.reduce((sum, points) => sum + points, 0)).toBe((await rowOf(one)).score)
  }
  expect(await followFinished(app.app)).toBeGreaterThanOrEqual(all.length)
})

test('a double click gets the same receipt twice', async () => {
  const one = await candidate()
  await one.save(0)
  const [first, second] = await Promise.all([one.hand(), one.hand()])
  expect(first.code).toBe(0)
  expect(second).toEqual(first)
  expect(await rowOf(one)).toMatchObject({ version: 1 })
})

test('who may not hand in is refused without holding up the others', async () => {
  const [other, early, fine] = [await candidate(), await candidate({ earliestMinutes: 30 }), await candidate()]
  const [left, hasty, done] = await Promise.all([other.hand({ session: 'another page' }), early.hand(), fine.hand()])
  expect([left, hasty]).toEqual([refusal('paperElsewhere'), refusal('handTooEarly')])
  expect(done.code).toBe(0)
  expect([(await rowOf(other)).state, (await rowOf(early)).state]).toEqual([PaperState.open, PaperState.open])
})

test('after the end of the time it is a paper that ran out of time, and short answers wait for a marker', async () => {
  const [one, written] = [await candidate(), await candidate({}, { shortAnswer: 1 })]
  await written.save(0)
  const { deadlineAt } = await rowOf(one)
  const reply = await written.hand()
  expect(reply.data).toMatchObject({ state: PaperState.marking, waitReview: true })
  expect(await itemsOf(written)).toEqual([])
  app.clock.advance((deadlineAt.getTime() - app.clock.now().getTime()) / 1_000 + 60)
  await one.hand()
  expect(await rowOf(one)).toMatchObject({ exState: ExState.timeout, handTime: deadlineAt, state: PaperState.done })
})

test('a paper that cannot be marked is handed in, and the others are marked', async () => {
  const [broken, fine] = [await candidate(), await candidate()]
  await app.db
    .updateTable('paper')
    .set({ keys: sql`'[{"quId": 1}]'::jsonb` })
    .where('id', '=', broken.id)
    .execute()
  const [reply, other] = await Promise.all([broken.hand(), fine.hand()])
  expect([reply.code, other.code]).toEqual([0, 0])
  expect(await rowOf(broken)).toMatchObject({ state: PaperState.marking, gradingNeeded: true, receiptNo: reply.data.receiptNo })
  expect(await rowOf(fine)).toMatchObject({ state: PaperState.done, gradingNeeded: false })
})

test('a paper that is held elsewhere waits alone', async () => {
  const [held, fine] = [await candidate(), await candidate()]
  let waiting: ReturnType<typeof held.hand> | undefined
  await app.db.transaction().execute(async (db) => {
    await db.selectFrom('paper').where('id', '=', held.id).select('id').forUpdate().execute()
    waiting = held.hand()
    expect((await fine.hand()).code).toBe(0)
  })
  expect((await waiting)?.code).toBe(0)
  expect(await rowOf(held)).toMatchObject({ state: PaperState.done })
})
