// Overrides for users and groups over HTTP.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { capture } from '@shuyuan/contract/paper/proctor/capture.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeGroup } from '../../people/user/group.factory.ts'
import { setUpExam } from '../../paper/exam-setup.factory.ts'
import { preparePapers } from '../../paper/admission/prepare.service.ts'
import { sweepPapers } from '../../paper/sweep.service.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')
const slow = await makeGroup(app.db, '加时组', [ann.id])
const late = await makeGroup(app.db, '晚到组', [ann.id])

const MINUTE = 60_000
const inMinutes = (count: number) => new Date(Math.floor(app.clock.now().getTime() / 1_000) * 1_000 + count * MINUTE)
const wall = (count: number) => toWallClock(inMinutes(count))
const examWith = async (settings: Parameters<typeof setUpExam>[1] = {}) =>
  (await setUpExam(app.ctx(), { minutes: 60, ...settings }, { single: 1 })).examId
const saveOverride = (body: Omit<Body<typeof override.save>, 'reason'>) =>
  app.call(override.save, { reason: '视力障碍', ...body }, admin.token)
const enter = (examId: string, person = ann) => app.call(paper['create-paper'], { examId }, person.token)
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const lasts = async (id: string) => {
  const { startTime, deadlineAt } = await rowOf(id)
  return (deadlineAt.getTime() - startTime.getTime()) / MINUTE
}

describe('an override', () => {
  test('that exempts a candidate from the face check also stops camera pictures immediately', async () => {
    const examId = await examWith({ startTime: null, endTime: null, needFace: true, captureMinutes: 1, faceChance: 1 })
    await saveOverride({ examId, userId: ann.id, noFace: true })
    expect((await app.ok(checkInfo['check-info'], { id: examId }, ann.token)).terms.captureMinutes).toBe(0)
    expect((await app.ok(checkInfo['check-info'], { id: examId }, bob.token)).terms.captureMinutes).toBe(1)
    const { id } = (await enter(examId)).data
    const { rules } = await app.ok(paper['paper-detail'], { id }, ann.token)
    expect(rules.captureMinutes).toBe(0)
    expect(await app.ok(capture.save, { paperId: id, base64: '' }, ann.token)).toMatchObject({ isBreak: false, failCount: 0 })
    const other = await examWith({ startTime: null, endTime: null, captureMinutes: 1, faceChance: 2 })
    const open = (await enter(other)).data
    expect(await app.ok(capture.save, { paperId: open.id, base64: '', eventId: 'a' }, ann.token)).toMatchObject({ failCount: 1 })
    await saveOverride({ examId: other, userId: ann.id, noFace: true })
    expect(await app.ok(capture.save, { paperId: open.id, base64: '', eventId: 'b' }, ann.token)).toMatchObject({ isBreak: false })
    expect((await rowOf(open.id)).state).toBe(PaperState.open)
  })

  test('is listed with the groups that fill its empty fields, and is refused if the window is empty', async () => {
    const examId = await examWith({ startTime: null, endTime: inMinutes(60) })
    await saveOverride({ examId, groupId: slow, percent: 50 })
    await saveOverride({ examId, userId: ann.id, tries: 2 })
    await saveOverride({ examId, userId: bob.id, tries: 2 })
    const { records } = await app.ok(override.list, { current: 1, size: 10, params: { examId } }, admin.token)
    expect(records.map((row) => row.alsoGroups)).toEqual([[], ['加时组'], []])
    expect((await saveOverride({ examId, groupId: late, startTime: wall(60) })).fields).toMatchObject([
      { field: 'startTime', msg: '单独开始时间不早于考试结束时间，请同时填写单独结束时间' },
    ])
    expect((await saveOverride({ examId, groupId: late, startTime: wall(60), endTime: wall(90) })).code).toBe(0)
    const later = await examWith({ startTime: inMinutes(60), endTime: null })
    expect((await saveOverride({ examId: later, groupId: late, endTime: wall(50) })).fields).toMatchObject([
      { field: 'endTime', msg: '单独结束时间不晚于考试开始时间，请同时填写单独开始时间' },
    ])
    // at both fields, because a form shows only one of them
    expect((await saveOverride({ examId, tries: 1 })).fields).toMatchObject([{ field: 'userId' }, { field: 'groupId' }])
  })

  test('of the user precedes those of their groups, of several groups the most generous counts', async () => {
    const examId = await examWith({ startTime: null, endTime: null })
    await saveOverride({ examId, groupId: slow, percent: 50 })
    await saveOverride({ examId, groupId: late, minutes: 10, tries: 3 })
    expect((await app.ok(checkInfo['check-info'], { id: examId }, ann.token)).terms).toMatchObject({ minutes: 90, arranged: true })
    expect((await app.ok(checkInfo['check-info'], { id: examId }, bob.token)).terms).toMatchObject({ minutes: 60, arranged: false })
    const first = (await enter(examId)).data.id
    expect(await lasts(first)).toBe(90)
    await saveOverride({ examId, userId: ann.id, minutes: 5 })
    expect(await lasts(first)).toBe(65)
    expect(await lasts((await enter(examId, bob)).data.id)).toBe(60)
  })

  test('made while a paper is open changes its deadline and notifies the page; deleting it restores the deadline', async () => {
    const examId = await examWith()
    const { id } = (await enter(examId)).data
    const reading = await app.ok(paper['left-time'], { id }, ann.token)
    const saved = await saveOverride({ examId, groupId: slow, minutes: 30, noFullScreen: true })
    expect(saved.data.papers).toBe(1)
    const now = await app.ok(paper['left-time'], { id, acked: reading.msgSeq }, ann.token)
    expect(now).toMatchObject({ timeRev: reading.timeRev + 1, msgs: [{ type: 'time', message: '您的考试时间已单独调整' }] })
    expect(Math.round((now.leftMs - reading.leftMs) / MINUTE)).toBe(30)
    await app.ok(override.delete, { ids: [saved.data.id] }, admin.token)
    expect(await lasts(id)).toBe(60)
    expect((await rowOf(id)).noFullScreen).toBe(false)
  })

  test('persists after extra time and a change of the exam', async () => {
    const examId = await examWith({ startTime: null, endTime: inMinutes(90) })
    await saveOverride({ examId, userId: ann.id, minutes: 60, endTime: wall(600) })
    const { id } = (await enter(examId)).data
    expect(await lasts(id)).toBe(120)
    await app.ok(watch['extra-time'], { examId, minutes: 10, reason: '断电' }, admin.token)
    expect(await lasts(id)).toBe(130)
    const { users: _users, ...stored } = await app.ok(exam.detail, { id: examId }, admin.token)
    await app.ok(exam.save, { ...stored, endTime: wall(80), userIds: [], password: '' }, admin.token)
    await sweepPapers(app.app)
    expect(await lasts(id)).toBe(130)
  })

  test('gives another window, the same in list, start page and entry checks', async () => {
    const examId = await examWith({ startTime: inMinutes(-120), endTime: inMinutes(-60) })
    expect((await enter(examId)).code).toBe(errors.examEnded[0])
    const endTime = wall(30)
    await saveOverride({ examId, userId: ann.id, startTime: wall(-5), endTime })
    const seen = async (person: Person, phase?: 'open' | 'closed') =>
      (await app.ok(exam.paging, { params: { mine: true, ...(phase ? { phase } : {}) }, size: 100 }, person.token)).records.find(
        (row) => row.id === examId,
      )
    expect(await seen(ann)).toMatchObject({ phase: 'open', endTime })
    expect(await seen(ann, 'closed')).toBeUndefined()
    expect(await seen(bob, 'closed')).toMatchObject({ phase: 'closed' })
    expect((await app.ok(checkInfo['check-info'], { id: examId }, ann.token)).terms.endTime).toBe(endTime)
    const { id } = (await enter(examId)).data
    expect(await lasts(id)).toBeLessThanOrEqual(30)
    expect((await enter(examId, bob)).code).toBe(errors.examEnded[0])
  })

  test('gives tries and exempts from face check and full screen', async () => {
    const examId = await examWith({ tries: 1, needFace: true, fullScreen: true })
    expect((await enter(examId)).code).toBe(errors.examFaceNeeded[0])
    await saveOverride({ examId, userId: ann.id, tries: 2, noFace: true, noFullScreen: true })
    const info = await app.ok(checkInfo['check-info'], { id: examId }, ann.token)
    expect(info).toMatchObject({ needFace: false, chances: 2, terms: { fullScreen: false } })
    for (const at of [1, 2]) {
      const { id } = (await enter(examId)).data
      expect((await app.ok(paper['paper-detail'], { id }, ann.token)).rules.fullScreen, String(at)).toBe(false)
      await app.ok(paper['hand-exam'], { id }, ann.token)
    }
    expect((await enter(examId)).code).toBe(errors.examNoTries[0])
  })

  test('applies to a prepared paper', async () => {
    const examId = await examWith({ openType: ExamOpenType.persons, userIds: [ann.id], startTime: inMinutes(5), endTime: null })
    await preparePapers(app.app)
    await saveOverride({ examId, groupId: slow, minutes: 15 })
    app.clock.advance(301)
    const { id } = (await enter(examId)).data
    expect(await rowOf(id)).toMatchObject({ ownMinutes: 15, state: PaperState.open })
    expect(await lasts(id)).toBe(75)
  })

  test('does not change a paper during its forced close', async () => {
    const examId = await examWith()
    const { id } = (await enter(examId)).data
    await app.ok(watch['force-hand'], { paperId: id, message: '违纪' }, admin.token)
    const { deadlineAt } = await rowOf(id)
    expect((await saveOverride({ examId, userId: ann.id, minutes: 30 })).data.papers).toBe(0)
    expect((await rowOf(id)).deadlineAt).toEqual(deadlineAt)
  })

  test('is listed and changed; incomplete, duplicate or invalid ones are refused at their field', async () => {
    const examId = await examWith()
    const { id } = (await saveOverride({ examId, userId: ann.id, minutes: 10 })).data
    await app.ok(override.save, { id, examId, userId: ann.id, percent: 20, reason: '改按比例' }, admin.token)
    const { records } = await app.ok(override.list, { params: { examId } }, admin.token)
    expect(records).toMatchObject([
      { name: '安安', target: 'user', minutes: null, percent: 20, reason: '改按比例', updateBy_dictText: expect.any(String) },
    ])
    const field = async (body: Omit<Body<typeof override.save>, 'reason'>) => (await saveOverride(body)).fields[0]
    expect(await field({ examId, userId: ann.id, minutes: 5 })).toEqual({ field: 'userId', msg: '已有个别安排，请直接修改' })
    expect((await field({ examId, minutes: 5 }))?.field).toBe('userId')
    expect((await field({ examId, userId: ann.id, groupId: slow, minutes: 5 }))?.field).toBe('userId')
    expect((await field({ examId, groupId: slow, minutes: 5, percent: 5 }))?.field).toBe('percent')
    expect((await field({ examId, groupId: slow }))?.msg).toBe('请至少填写一项安排')
    expect((await field({ examId, groupId: slow, startTime: wall(10), endTime: wall(5) }))?.field).toBe('endTime')
    expect((await field({ examId, userId: '999999', minutes: 5 }))?.field).toBe('userId')
    expect((await app.call(override.save, { examId, groupId: slow, minutes: 5, reason: ' ' }, admin.token)).msg).toBe('安排原因必须填写！')
    for (const call of [override.list, override.save, override.delete])
      expect((await app.call(call, { ids: ['1'] }, ann.token)).code).toBe(errors.forbidden[0])
  })
})
