import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import type { Person } from '../../../../test/start-app.ts'
import { keysOf, setUpExam, rightAnswer } from '../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

async function startPapers(candidates: Person[]) {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  const papers = []
  for (const { token } of candidates) {
    const { id } = await app.ok(paper['create-paper'], { examId }, token)
    papers.push({ id, session: (await app.ok(paper['paper-detail'], { id }, token)).session })
  }
  return { examId, papers }
}
const say = (examId: string, person: Person, message: string) =>
  app.ok(watchMessage['single-msg'], { examId, userId: person.id, message }, admin.token)

test('pushes are numbered per paper, save and left-time return the newest number, and left-time returns missed pushes', async () => {
  const { examId, papers } = await startPapers([ann, bob])
  const [{ id, session } = { id: '', session: '' }, other] = papers
  expect(await app.ok(paper['left-time'], { id, session, acked: 0 }, ann.token)).toMatchObject({ msgSeq: 0, msgs: [] })
  await say(examId, ann, '请保持安静')
  await say(examId, ann, '还有十分钟')
  const [key] = (await keysOf(app, id)).values()
  const fill = () => app.ok(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: 1 }, ann.token)
  const reply = await fill()
  expect(reply).toMatchObject({ msgSeq: 2, timeRev: 0 })
  expect(reply.deadlineAt > reply.serverTime).toBe(true)
  // a repeated save takes another code path and returns the same
  expect(await fill()).toMatchObject({ msgSeq: 2 })
  const missed = await app.ok(paper['left-time'], { id, session, acked: 1 }, ann.token)
  expect(missed.msgs).toEqual([{ type: 'msg', paperId: id, seq: 2, message: '还有十分钟' }])
  // polled once more, as the response may have been lost
  expect((await app.ok(paper['left-time'], { id, session, acked: 1 }, ann.token)).msgs).toHaveLength(1)
  expect(await app.ok(paper['left-time'], { id, session, acked: 2 }, ann.token)).toMatchObject({ msgSeq: 2, msgs: [] })
  expect(await app.ok(paper['left-time'], { id: other!.id, acked: 0 }, bob.token)).toMatchObject({ msgSeq: 0, msgs: [] })
})

test('a page that was offline gets the unacknowledged pushes, and only these', async () => {
  const { examId, papers } = await startPapers([ann])
  const [{ id, session } = { id: '', session: '' }] = papers
  await say(examId, ann, '第一条')
  await app.ok(paper['left-time'], { id, session, acked: 1 }, ann.token)
  await say(examId, ann, '第二条')
  const opened = await app.ok(paper['paper-detail'], { id }, ann.token)
  expect(opened.msgs).toMatchObject([{ seq: 2, message: '第二条' }])
  // its own takeover of the write lock was pushed to the previous page
  expect(opened.msgSeq).toBe(3)
  // a page without the write lock acknowledges nothing
  await app.ok(paper['left-time'], { id, session, acked: 3 }, ann.token)
  expect((await app.ok(paper['paper-detail'], { id }, ann.token)).msgs).toMatchObject([{ seq: 2 }, { seq: 3, type: 'kicked' }])
})

test('a message to all counts online and offline pages; candidates who have handed in do not get it', async () => {
  const { examId, papers } = await startPapers([ann, bob])
  expect(await app.ok(watchMessage['batch-msg'], { examId, message: '请检查姓名' }, admin.token)).toEqual({ success: 2, fail: 0 })
  app.clock.advance(50)
  await app.ok(paper['left-time'], papers[1]!, bob.token)
  expect(await app.ok(watchMessage['batch-msg'], { examId, message: '请检查姓名' }, admin.token)).toEqual({ success: 1, fail: 1 })
  // an offline candidate gets it after coming back
  expect((await app.ok(paper['left-time'], { ...papers[0]!, acked: 1 }, ann.token)).msgs).toMatchObject([{ seq: 2, message: '请检查姓名' }])
  await app.ok(paper['hand-exam'], { id: papers[0]!.id }, ann.token)
  expect(await app.ok(watchMessage['batch-msg'], { examId, message: '请检查姓名' }, admin.token)).toEqual({ success: 1, fail: 0 })
  const refused = await app.call(watchMessage['single-msg'], { examId, userId: ann.id, message: '在吗' }, admin.token)
  expect(refused).toMatchObject({ code: errors.paperHanded[0], msg: '该考生已交卷' })
  const stranger = await app.call(watchMessage['single-msg'], { examId, userId: admin.id, message: '在吗' }, admin.token)
  expect(stranger).toMatchObject({ code: errors.seatEmpty[0], msg: '该考生没有在考试' })
  expect((await app.call(watchMessage['batch-msg'], { examId, message: '  ' }, admin.token)).msg).toBe('消息内容必须填写！')
  expect((await app.call(watchMessage['batch-msg'], { examId, message: '我来' }, ann.token)).code).toBe(errors.forbidden[0])
})

test('a forced close of all papers pushes to each paper with its own number', async () => {
  const { examId, papers } = await startPapers([ann, bob])
  await say(examId, bob, '注意')
  await app.ok(watch['force-hand-all'], { examId, exState: ExState.allHanded, message: '考试结束' }, admin.token)
  const readings = await Promise.all([
    app.ok(paper['left-time'], { ...papers[0]!, acked: 0 }, ann.token),
    app.ok(paper['left-time'], { ...papers[1]!, acked: 1 }, bob.token),
  ])
  for (const { msgs, notice } of readings) {
    expect(msgs).toMatchObject([{ type: 'time', message: '考试结束', leftMs: 3_000 }])
    expect(notice).toBe('考试结束')
  }
  expect(readings.map(({ msgSeq }) => msgSeq)).toEqual([1, 2])
})
