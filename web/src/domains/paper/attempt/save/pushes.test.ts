import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { expect, test } from 'vitest'
import { PushLog } from './pushes.ts'

const hint = (seq: number): ExamHint => ({ type: 'msg', paperId: '7', seq, message: `第${seq}条` })
function listening() {
  const log = new PushLog()
  const reported: number[] = []
  log.onMessage(({ seq }) => reported.push(seq))
  return { log, reported }
}

test('a hint received twice is reported once', () => {
  const { log, reported } = listening()
  expect(log.take(hint(1))).toBe(true)
  expect(log.take(hint(1))).toBe(false)
  expect(reported).toEqual([1])
  expect(log.acked).toBe(1)
})

test('a gap is not acknowledged before it is filled', () => {
  const { log, reported } = listening()
  log.take(hint(2))
  expect([log.acked, log.isBehind(2)]).toEqual([0, true])
  log.take(hint(1))
  expect([log.acked, log.isBehind(2)]).toEqual([2, false])
  expect(reported).toEqual([2, 1])
})

test('hints without a listener wait; opening the page again reports nothing twice', () => {
  const log = new PushLog()
  log.start([hint(2)], 3)
  log.start([hint(2)], 5)
  const reported: number[] = []
  log.onMessage(({ seq }) => reported.push(seq))
  expect(reported).toEqual([2])
  expect(log.take(hint(4))).toBe(false)
  expect(log.acked).toBe(5)
})
