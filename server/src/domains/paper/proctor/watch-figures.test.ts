// What the pages of the invigilation count and show about papers: people, extra time gained, absences, pledges.
import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { defaultPledge } from '@shuyuan/contract/exam/entry-settings.ts'
import { excludingExams } from '@shuyuan/contract/paper/admission/excluding-exams.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { event, reloadLimits } from '@shuyuan/contract/paper/attempt/event.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { startNewPaper } from '../../../../test/papers.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann, bob, learner, admin } = await startWith('ann', 'bob', 'learner')
const MINUTE = 60_000
const from = (minutes: number) => new Date(app.clock.now().getTime() + minutes * MINUTE)
const persons = { openType: ExamOpenType.persons, userIds: [ann.id, bob.id, learner.id] }
const start = async (examId: string, person = ann, more: { pledged?: boolean } = {}) =>
  (await app.ok(paper['create-paper'], { examId, ...more }, person)).id
const stat = (id: string) => app.ok(watch['watch-stat'], { id }, admin)
const events = async (paperId: string) => (await app.ok(timeline.list, { paperId }, admin)).events

describe('the figures of an exam', () => {
  test('count people, not papers; candidates who can still come are awaited, afterwards absent', async () => {
    const { examId } = await setUpExam(app.ctx(), { ...persons, tries: 0, endTime: from(60) }, { single: 1 })
    for (let tries = 0; tries < 2; tries++) await app.ok(paper['hand-exam'], { id: await start(examId) }, ann)
    const open = { requireCount: 3, processCount: 0, handCount: 1, missCount: 0, awaitedCount: 2 }
    expect(await stat(examId)).toMatchObject(open)
    // the start page and the statistics count as the invigilator's page does
    const elsewhere = async () => {
      const { records } = await app.ok(examStat['dash-exam-list'], { size: 50 }, admin)
      const shown = records.find((one) => one.id === examId)
      const { required, sitting, handed, absent, awaited } = await app.ok(examStat.overview, { examId }, admin)
      return { shown: [shown?.procCount, shown?.handCount], counted: { required, sitting, handed, absent, awaited } }
    }
    expect(await elsewhere()).toEqual({ shown: [0, 1], counted: { required: 3, sitting: 0, handed: 1, absent: 0, awaited: 2 } })
    // another try of a person who has handed in: in progress, not both
    const third = await start(examId)
    await start(examId, bob)
    expect(await stat(examId)).toMatchObject({ requireCount: 3, processCount: 2, handCount: 0, missCount: 0, awaitedCount: 1 })
    await app.ok(paper['hand-exam'], { id: third }, ann)
    app.clock.advance(61 * 60)
    expect(await stat(examId)).toMatchObject({ requireCount: 3, missCount: 1, awaitedCount: 0 })
    expect((await elsewhere()).counted).toMatchObject({ required: 3, absent: 1, awaited: 0 })
    const { records } = await app.ok(watch['miss-paging'], { params: { examId } }, admin)
    expect(records).toMatchObject([{ userId: learner.id, missState: 'missed' }])
  })

  test('call nobody absent while an override or extra time lets them come', async () => {
    const { examId } = await setUpExam(app.ctx(), { ...persons, endTime: from(60) }, { single: 1 })
    const later = { minutes: null, percent: null, startTime: null, tries: null, noFace: false, noFullScreen: false }
    const body = { ...later, examId, userId: learner.id, groupId: null, endTime: toWallClock(from(180)), reason: '病假' }
    await app.ok(override.save, body, admin)
    app.clock.advance(61 * 60)
    expect(await stat(examId)).toMatchObject({ missCount: 0, awaitedCount: 3 })
  })
})

test('a card names the extra time that moved the deadline beside the minutes given', async () => {
  const { examId } = await setUpExam(app.ctx(), { minutes: 60, startTime: from(-1), endTime: from(70) }, { single: 1 })
  await start(examId)
  const shown = async () => (await app.ok(watch['process-paging'], { params: { examId, offline: true } }, admin)).records[0]
  expect(await shown()).toMatchObject({ extraMinutes: 0, extraGained: 0 })
  await app.ok(watch['extra-time'], { examId, minutes: 20, closeMinutes: 0, reason: '停电' }, admin)
  const { extraMinutes, extraGained } = (await shown())!
  expect(extraMinutes).toBe(20)
  // the exam ends ten minutes after the paper's own time
  expect(extraGained).toBeGreaterThan(9 * 60)
  expect(extraGained).toBeLessThanOrEqual(10 * 60)
})

describe('a reload', () => {
  const watched = { leaveWatch: true, leaveSeconds: 5, leaveLimit: 99 }
  const reload = (paperId: string, eventId: string, seconds = 8) => app.ok(event.save, { paperId, kind: 'reload', eventId, seconds }, ann)

  test('is an event and no leave; a long one is a leave, and so is each beyond the limit', async () => {
    const { id } = await startNewPaper(app, ann, watched, { single: 1 })
    expect(await reload(id, 'short', 4)).toMatchObject({ action: 'none', count: 0 })
    expect(await reload(id, 'slow')).toMatchObject({ action: 'none', count: 0 })
    expect(await reload(id, 'long', reloadLimits.seconds + 1)).toMatchObject({ action: 'warn', count: 1 })
    for (let number = 1; number < reloadLimits.times; number++) await reload(id, `r${number}`)
    expect(await reload(id, 'slow')).toMatchObject({ count: 1 })
    expect(await reload(id, 'one-more')).toMatchObject({ count: 2 })
    const kinds = (await events(id)).map((one) => one.kind)
    expect(kinds.filter((one) => one === 'reload')).toHaveLength(reloadLimits.times)
    expect(kinds.filter((one) => one === 'leave')).toHaveLength(2)
  })

  test('cannot exceed the limit by concurrent reports', async () => {
    const { id, row } = await startNewPaper(app, ann, watched, { single: 1 })
    await Promise.all(Array.from({ length: reloadLimits.times + 5 }, (_one, at) => reload(id, `c${at}`)))
    expect((await row()).leaveTimes).toBe(5)
  })
})

test('a page that was killed leaves the length of its absence with the next page load', async () => {
  const { id } = await startNewPaper(app, ann, {}, { single: 1 })
  await app.ok(paper['paper-detail'], { id }, ann)
  app.clock.advance(300)
  await app.ok(paper['paper-detail'], { id }, ann)
  const loads = (await events(id)).filter((one) => one.kind === 'session')
  expect(loads[0]).toMatchObject({ seconds: 0 })
  expect(loads[1]!.seconds).toBeGreaterThanOrEqual(300)
  expect(loads[1]!.seconds).toBeLessThan(360)
})

test('the pledge is recorded with its text, once, and only where it was confirmed', async () => {
  const { examId } = await setUpExam(app.ctx(), { pledge: '我承诺不作弊' }, { single: 1 })
  const id = await start(examId, ann, { pledged: true })
  await start(examId, ann, { pledged: true })
  expect((await events(id)).filter((one) => one.kind === 'pledge')).toMatchObject([{ message: '我承诺不作弊' }])
  const silent = await start(examId, bob)
  expect((await events(silent)).some((one) => one.kind === 'pledge')).toBe(false)
  const { examId: usual } = await setUpExam(app.ctx(), {}, { single: 1 })
  const other = await start(usual, bob, { pledged: true })
  expect((await events(other)).find((one) => one.kind === 'pledge')).toMatchObject({ message: defaultPledge })
})

test('an exemption from full screen reaches the open page', async () => {
  const { examId, id } = await startNewPaper(app, ann, { fullScreen: true }, { single: 1 })
  const { msgSeq } = await app.ok(paper['paper-detail'], { id }, ann)
  expect(await app.ok(paper['left-time'], { id }, ann)).toMatchObject({ noFullScreen: false, msgSeq })
  const none = { minutes: null, percent: null, startTime: null, endTime: null, tries: null, noFace: false }
  const body = { ...none, examId, userId: ann.id, groupId: null, noFullScreen: true, reason: '浏览器不支持' }
  await app.ok(override.save, body, admin)
  const now = await app.ok(paper['left-time'], { id, acked: msgSeq }, ann)
  expect(now).toMatchObject({ noFullScreen: true, noFace: false, msgSeq: msgSeq + 1 })
  expect(now.msgs).toMatchObject([{ type: 'time' }])
})

test('the form of an exam counts candidates who cannot pass a prerequisite exam', async () => {
  const closed = await setUpExam(app.ctx(), { openType: OpenType.persons, userIds: [ann.id] }, { single: 1 })
  const open = await setUpExam(app.ctx(), {}, { single: 1 })
  const excluded = (prerequisites: string[]) =>
    app.ok(excludingExams['shut-out-exams'], { openType: OpenType.persons, userIds: [ann.id, bob.id], prerequisites }, admin)
  expect(await excluded([closed.examId, open.examId])).toMatchObject([{ id: closed.examId, closed: false, people: 1 }])
  await app.ok(exam.state, { id: open.examId, state: ExamState.disabled }, admin)
  expect(await excluded([open.examId])).toMatchObject([{ id: open.examId, closed: true, people: 2 }])
  // who has passed is not excluded
  const { examId } = open
  await app.ok(exam.state, { id: examId, state: ExamState.enabled }, admin)
  await app.ok(paper['hand-exam'], { id: await start(examId) }, ann)
  await app.ok(exam.state, { id: examId, state: ExamState.disabled }, admin)
  expect(await excluded([examId])).toMatchObject([{ people: 1 }])
})
