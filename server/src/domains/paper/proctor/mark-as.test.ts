import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { openNewPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { wire } from '../../../../test/wire.ts'
import { gradePaper } from '../grade/grade.service.ts'
import type { setUpExam } from '../exam-setup.factory.ts'
import { rightAnswer } from '../exam-setup.factory.ts'

const { app, ann, admin } = await startWith('ann')

const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
async function sit(terms: Parameters<typeof setUpExam>[1] = {}) {
  const { examId, id, session, keys } = await openNewPaper(app, ann, { passScore: 100, ...terms }, { single: 1 })
  const [key] = keys
  const fill = () => app.call(paper['fill-answer'], { paperId: id, session, quId: key!.quId, answer: rightAnswer(key!), seq: 1 }, ann.token)
  await fill()
  return { id, examId, fill }
}
const mark = (
  ids: string[],
  more: { exState?: typeof ExState.normal | typeof ExState.admin; exMsg?: string; state?: typeof PaperState.givenUp } = {},
) => app.call(paper['mark-as'], { ids, exState: ExState.admin, exMsg: '经核实违纪', ...more }, admin.token)

test('an administrator sets another cause, and the audit row has both', async () => {
  const { id } = await sit()
  await app.ok(paper['hand-exam'], { id }, ann.token)
  expect((await mark([id, id])).data).toBe(true)
  expect(await rowOf(id)).toMatchObject({ state: PaperState.done, exState: ExState.admin, exMsg: '经核实违纪', score: 200, passed: true })
  await mark([id], { exState: ExState.normal, exMsg: '申诉成立' })
  expect(await rowOf(id)).toMatchObject({ state: PaperState.done, exState: ExState.normal, exMsg: '申诉成立' })
  const audited = await app.db.selectFrom('sysLog').where('path', '=', paper['mark-as'].path).orderBy('id').selectAll().execute()
  expect(audited.at(-1)).toMatchObject({
    before: [{ id, state: PaperState.done, exState: ExState.admin, exMsg: '经核实违纪' }],
    after: { exState: ExState.normal, exMsg: '申诉成立' },
  })
})

test('a paper that was given up does not count, and is marked again when it is restored', async () => {
  const { id, examId } = await sit({ tries: 1 })
  await app.ok(paper['hand-exam'], { id }, ann.token)
  await mark([id], { state: PaperState.givenUp })
  expect(await rowOf(id)).toMatchObject({ state: PaperState.givenUp, exState: ExState.admin })
  expect((await app.ok(paper['list-mine'], { examIds: [examId] }, ann.token))[0]).toMatchObject({ tries: 0, bestScore: null, passed: null })
  // marking alone never restores it
  expect(await gradePaper(app.app, id)).toBeNull()
  await mark([id], { exMsg: '恢复成绩' })
  expect(await rowOf(id)).toMatchObject({ state: PaperState.done, score: 200, exMsg: '恢复成绩', gradingNeeded: false })
})

test('an open paper can be given up, but not get another cause; its answers stay', async () => {
  const { id, fill } = await sit()
  const done = await sit()
  await app.ok(paper['hand-exam'], { id: done.id }, ann.token)
  expect(await mark([done.id, id])).toEqual(refusal('paperStillOpen'))
  expect((await rowOf(done.id)).exState).toBe(ExState.normal)
  expect((await mark([id], { state: PaperState.givenUp })).code).toBe(0)
  expect(await rowOf(id)).toMatchObject({ state: PaperState.givenUp, score: null, answered: 1, gradingNeeded: false })
  expect(await fill()).toMatchObject({ code: 0, data: { saved: [{ state: 'saved' }] } })
  expect(await app.ok(paper['left-time'], { id, acked: 0 }, ann.token)).toMatchObject({
    state: PaperState.givenUp,
    msgs: [{ type: 'handed' }],
  })
  await mark([id])
  expect(await rowOf(id)).toMatchObject({ state: PaperState.done, score: 200, passed: true })
})

test('needs a reason, a known cause, existing papers, and the right', async () => {
  const { id } = await sit()
  expect((await mark([id], { exMsg: ' ' })).msg).toBe('处理原因必须填写！')
  expect(await mark([id], { exState: wire(9) })).toEqual(refusal('badInput'))
  expect(await mark([id], { state: PaperState.done as never })).toEqual(refusal('badInput'))
  expect(await mark([])).toEqual(refusal('badInput'))
  expect(await mark([id, '987654'], { state: PaperState.givenUp })).toEqual(refusal('notFound'))
  expect((await rowOf(id)).state).toBe(PaperState.open)
  expect(await app.call(paper['mark-as'], { ids: [id], exState: ExState.admin, exMsg: 'x' }, ann.token)).toEqual(refusal('forbidden'))
})
