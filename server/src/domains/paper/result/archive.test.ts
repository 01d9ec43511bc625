// Archived exams: out of the lists, readable, brought back, and without the records that the settings name.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { handIn, openNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { code } from '../../../../test/refusal.ts'
import { rightAnswer } from '../exam-setup.factory.ts'
import { paperJobs } from '../paper.jobs.ts'

const DAY = 86_400
const MONTH = 31 * DAY
const { app, admin, teacher, ann } = await startWith('teacher', 'ann')
const never = { archiveMonths: 0, answerLogMonths: 0, eventMonths: 0 }
const keep = (settings: Partial<typeof never>) => app.ok(examArchive.save, { ...never, ...settings }, admin)
const atNight = () =>
  paperJobs(app.app)
    .find((job) => job.name === 'paper.archive')!
    .run({})
const listed = async (shelf?: 'listed' | 'archived', who = admin) =>
  (await app.ok(exam.paging, { current: 1, size: 100, params: { ...(shelf && { shelf }) } }, who)).records.map((row) => row.id)
const archive = (id: string, archived = true) => app.call(examArchive.set, { ids: [id], archived }, teacher)

/** An exam with one paper: an answer that was saved twice, a leave, an arrangement of the invigilator. */
async function held(isHanded = true) {
  const { examId, id, session, keys } = await openNewPaper(app, ann, { minutes: 60, leaveWatch: true }, { single: 1 })
  const [key] = keys
  for (const seq of [1, 2])
    await app.ok(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq }, ann)
  await app.ok(paper['leave-incr'], { id, seconds: 42, eventId: `leave-${id}` }, ann)
  await app.ok(watch['extra-time'], { examId, userIds: [ann.id], minutes: 3, reason: '断网' }, admin)
  if (isHanded) await handIn(app, ann, id)
  return { examId, paperId: id }
}
const saves = async (paperId: string) =>
  (await app.db.selectFrom('paperAnswerLog').where('paperId', '=', paperId).select('id').execute()).length
const kinds = async (paperId: string) => (await app.ok(timeline.list, { paperId }, admin)).events.map((one) => one.kind)

// a learner's session ends after a week
afterEach(async () => {
  app.clock.set(new Date())
  await keep({})
})

describe('by hand', () => {
  test('an exam that is over leaves the lists; its results can be read', async () => {
    const { examId, paperId } = await held()
    expect((await archive(examId)).code).toBe(code('examNotOver'))
    app.clock.advance(2 * DAY)
    expect((await archive(examId)).code).toBe(0)
    for (const who of [admin, ann]) expect(await listed(undefined, who)).not.toContain(examId)
    expect(await listed('listed')).not.toContain(examId)
    for (const who of [admin, ann]) expect(await listed('archived', who)).toContain(examId)
    expect(await app.ok(exam.detail, { id: examId }, admin)).toMatchObject({ id: examId })
    expect(await app.ok(examStat.overview, { examId }, admin)).toMatchObject({ sat: 1 })
    expect(await kinds(paperId)).toContain('leave')
  })

  test('it is changed only after it was brought back', async () => {
    const { examId } = await held()
    app.clock.advance(2 * DAY)
    await archive(examId)
    const { id, version, ...form } = await app.ok(exam.detail, { id: examId }, admin)
    const change = () =>
      app.call(exam.save, { ...form, id, version, userIds: [], groupIds: [], deptCodes: [], invigilatorIds: [] }, teacher)
    expect((await change()).code).toBe(code('examArchived'))
    await archive(examId, false)
    expect(await listed()).toContain(examId)
    expect((await change()).code).toBe(0)
  })

  test('a paper that is not marked, and an arrangement that goes on, keep it in the lists', async () => {
    const open = await held(false)
    const { examId } = await held()
    const endTime = new Date(app.clock.now().getTime() + 5 * DAY * 1_000)
    const none = { minutes: null, percent: null, startTime: null, tries: null, noFace: false, noFullScreen: false }
    await app.ok(override.save, { examId, userId: ann.id, ...none, endTime: toWallClock(endTime), reason: '补考' }, teacher)
    app.clock.advance(2 * DAY)
    expect((await archive(open.examId)).code).toBe(code('examNotOver'))
    expect((await archive(examId)).code).toBe(code('examNotOver'))
    app.clock.advance(4 * DAY)
    expect((await archive(examId)).code).toBe(0)
  })

  test('settings are for who may change those of the site', async () => {
    expect((await app.call(examArchive.detail, {}, teacher)).code).toBe(code('forbidden'))
    expect((await app.call(examArchive.save, never, teacher)).code).toBe(code('forbidden'))
    expect((await app.call(examArchive.set, { ids: ['1'], archived: true }, ann)).code).toBe(code('forbidden'))
  })
})

describe('at night', () => {
  test('exams are archived as many months after their end as the settings say, and not again when they were brought back', async () => {
    const { examId } = await held()
    await atNight()
    app.clock.advance(2 * MONTH)
    await atNight()
    expect(await listed()).toContain(examId)
    await keep({ archiveMonths: 3 })
    await atNight()
    expect(await listed()).toContain(examId)
    app.clock.advance(MONTH + 2 * DAY)
    await atNight()
    expect(await listed()).not.toContain(examId)
    await archive(examId, false)
    await atNight()
    expect(await listed()).toContain(examId)
  })

  test('saves and watching events of archived exams are removed as the settings say; what people did stays', async () => {
    const { examId, paperId } = await held()
    const other = await held()
    app.clock.advance(3 * MONTH)
    await archive(examId)
    await atNight()
    expect(await saves(paperId)).toBe(2)
    await keep({ answerLogMonths: 2, eventMonths: 6 })
    await atNight()
    expect([await saves(paperId), await saves(other.paperId)]).toEqual([0, 2])
    expect(await kinds(paperId)).toEqual(await kinds(other.paperId))
    await keep({ eventMonths: 2 })
    await atNight()
    const left = await app.ok(timeline.list, { paperId }, admin)
    expect(left.events.map((one) => one.kind)).toEqual(['start', 'extra', 'hand'])
    expect(left.trimmedTime).not.toBeNull()
    expect(await kinds(other.paperId)).toContain('leave')
    const answers = await app.db.selectFrom('paperAnswer').where('paperId', '=', paperId).select('quId').execute()
    const { score } = await app.db.selectFrom('paper').where('id', '=', paperId).select('score').executeTakeFirstOrThrow()
    expect([answers.length, score]).toEqual([
      1,
      (await app.db.selectFrom('paper').where('id', '=', other.paperId).select('score').executeTakeFirstOrThrow()).score,
    ])
  })
})
