// The hours of a day at which an exam may be begun.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { override } from '@shuyuan/contract/exam/override/override.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

const HOUR = 3_600_000
const clockIn = (hours: number) => toWallClock(new Date(app.clock.now().getTime() + hours * HOUR)).slice(11, 16)
/** Hours of the day from and to so many hours from now. */
const hours = (from: number, to: number) => `${clockIn(from)}-${clockIn(to)}`
const enter = (examId: string, person: Person) => app.call(paper['create-paper'], { examId }, person)

describe('an exam with opening hours', () => {
  test('is refused outside of them with the hours in the message, before the password is asked; candidates see them beforehand', async () => {
    const openHours = `${hours(2, 3)}\n${hours(5, 6)}`
    const { examId } = await setUpExam(app.ctx(), { openHours, openType: ExamOpenType.password, password: 'Hx2026' })
    const shown = openHours.replace('\n', '、')
    const refused = { code: errors.examHours[0], msg: `本场考试每天 ${shown} 可以开始，请在开放时段内参加` }
    expect(await enter(examId, ann)).toMatchObject(refused)
    expect(await app.ok(checkInfo['check-info'], { id: examId }, ann)).toMatchObject({
      canStart: false,
      reasons: [refused.msg],
      reasonKeys: ['examHours'],
    })
    expect(await app.ok(exam['simple-detail'], { id: examId }, ann)).toMatchObject({ openHours })
    expect((await app.ok(exam.paging, {}, ann)).records.find((one) => one.id === examId)).toMatchObject({ openHours })
    app.clock.advance(2.5 * 3_600)
    expect((await enter(examId, ann)).code).toBe(errors.examPasswordNeeded[0])
  })

  test('opens at their beginning; a paper that was begun within them goes on after their end', async () => {
    const { examId } = await setUpExam(app.ctx(), { openHours: hours(-1, 1), minutes: 300 })
    const begun = await enter(examId, ann)
    expect(begun.code).toBe(0)
    app.clock.advance(1.5 * 3_600)
    expect(await enter(examId, ann)).toEqual(begun)
    expect((await enter(examId, bob)).code).toBe(errors.examHours[0])
  })

  test('does not hold for a candidate with a start or an end of their own', async () => {
    const { examId } = await setUpExam(app.ctx(), { openHours: hours(3, 4) })
    const endTime = toWallClock(new Date(app.clock.now().getTime() + HOUR))
    await app.ok(override.save, { examId, userId: ann.id, endTime, reason: '补考' }, admin)
    expect((await enter(examId, ann)).code).toBe(0)
    expect((await enter(examId, bob)).code).toBe(errors.examHours[0])
  })

  test('is not stored with hours that its window never has', async () => {
    const { examId } = await setUpExam(app.ctx(), {})
    const form = { ...(await app.ok(exam.detail, { id: examId }, admin)), groupIds: [], userIds: [], invigilatorIds: [], password: '' }
    const window = { startTime: toWallClock(app.clock.now()), endTime: toWallClock(new Date(app.clock.now().getTime() + HOUR)) }
    const save = (openHours: string) => app.call(exam.save, { ...form, ...window, openHours }, admin)
    expect(await save(hours(2, 3))).toMatchObject({
      data: { fields: [{ field: 'openHours', msg: '考试时间内没有开放时段，考生无法开始' }] },
    })
    expect(await save('9点到10点')).toMatchObject({
      data: { fields: [{ field: 'openHours', msg: '时间段格式应为 HH:mm-HH:mm，每行一个' }] },
    })
    expect((await save(hours(0.5, 3))).code).toBe(0)
  })
})
