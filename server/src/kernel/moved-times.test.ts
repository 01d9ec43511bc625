// A start that the clocks pass over: stored after the change, and said to the caller.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { setTimeZone } from '@shuyuan/contract/kernel/moment.ts'
import { afterAll, expect, test } from 'vitest'
import { startWithEnv } from '../../test/people.ts'
import { setUpExam } from '../domains/paper/exam-setup.factory.ts'

const { app, admin } = await startWithEnv({ TIME_ZONE: 'America/New_York' })
afterAll(() => setTimeZone('Asia/Shanghai'))

const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
async function save(startTime: string) {
  const stored = await app.ok(exam.detail, { id: examId }, admin)
  const form = { ...stored, userIds: [], groupIds: [], deptCodes: [], invigilatorIds: [], endTime: null, startTime }
  const { code, msg } = await app.call(exam.save, form, admin)
  expect(code).toBe(0)
  return { msg, startTime: (await app.ok(exam.detail, { id: examId }, admin)).startTime }
}

test('a start at a time that does not exist is moved forward, and the answer says so', async () => {
  expect(await save('2027-03-14 02:30:00')).toEqual({
    startTime: '2027-03-14 03:30:00',
    msg: '2027-03-14 02:30:00 不存在（时钟拨快），已按 2027-03-14 03:30:00 保存',
  })
})

test('a time that exists, once or twice, is stored without a word', async () => {
  for (const startTime of ['2027-03-14 03:30:00', '2027-11-07 01:30:00']) expect(await save(startTime)).toEqual({ startTime, msg: '' })
})
