// Failures on the day of an exam that no other test file covers (docs/exam-day-cases.md has the whole list).
import { exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { keysOf, setUpExam, rightAnswer } from '../exam-setup.factory.ts'
import { sweepPapers } from '../sweep.service.ts'

const { app, ann, proctor, admin } = await startWith('ann', 'proctor')

async function startPaper(
  settings: Parameters<typeof setUpExam>[1] = {},
  counts: Parameters<typeof setUpExam>[2] = { single: 2 },
  person = ann,
) {
  const setup = await setUpExam(app.ctx(), { passScore: 100, ...settings }, counts)
  const { id } = await app.ok(paper['create-paper'], { examId: setup.examId }, person.token)
  const { session } = await app.ok(paper['paper-detail'], { id }, person.token)
  const keys = [...(await keysOf(app, id)).values()]
  const save = (at: number, seq = 1) => ({ paperId: id, session, quId: keys[at]!.quId, answer: rightAnswer(keys[at]!), seq })
  const fill = (at: number, seq?: number) => app.call(paper['fill-answer'], save(at, seq), person.token)
  const hand = () => app.ok(paper['hand-exam'], { id, session }, person.token)
  const row = () => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return { ...setup, id, session, keys, fill, hand, row }
}

describe('changes around an open paper', () => {
  test('if its questions are removed from the bank, it stays open and is marked as it was drawn', async () => {
    const { id, keys, fill, hand, row } = await startPaper()
    await fill(0)
    await app.db
      .updateTable('qu')
      .set({ deleted: true })
      .where(
        'id',
        'in',
        keys.map((key) => key.quId),
      )
      .execute()
    expect((await fill(1)).code).toBe(0)
    expect((await hand()).answered).toBe(2)
    expect(await row()).toMatchObject({ state: PaperState.done, score: 400 })
    expect((await app.ok(paper['paper-result'], { id }, ann.token)).groups[0]?.quList).toHaveLength(2)
  })

  test('if its exam gets another audience, it stays open, and former candidates cannot start any more', async () => {
    await makeUser(app.db, { userName: 'bea' })
    const bea = await app.as('bea')
    const { examId, fill, hand } = await startPaper({ openType: ExamOpenType.persons, userIds: [ann.id, bea.id] })
    const stored = await app.ok(exam.detail, { id: examId }, admin.token)
    await app.ok(exam.save, { ...stored, password: '', userIds: [bea.id] }, admin.token)
    expect((await fill(0)).code).toBe(0)
    expect((await hand()).answered).toBe(1)
    expect((await app.call(paper['create-paper'], { examId }, ann.token)).code).not.toBe(0)
    expect((await app.call(paper['create-paper'], { examId }, bea.token)).code).toBe(0)
  })

  test('its exam and its template cannot be deleted', async () => {
    const { examId, tmplId, row } = await startPaper()
    expect(await app.call(exam.delete, { ids: [examId] }, admin.token)).toMatchObject({
      code: errors.examHasPapers[0],
      data: { holders: [{ kind: 'papersOf', id: examId }] },
    })
    expect(await app.call(tmpl.delete, { ids: [tmplId] }, admin.token)).toMatchObject({
      code: errors.tmplInUse[0],
      data: { holders: [{ kind: 'exam', id: examId }] },
    })
    expect((await row()).state).toBe(PaperState.open)
  })
})

describe('the account of a candidate', () => {
  test('is disabled: the page is signed out, and the saved answers are force-closed and marked at the deadline', async () => {
    await makeUser(app.db, { userName: 'cleo' })
    const cleo = await app.as('cleo')
    const { fill, row } = await startPaper({ minutes: 30 }, { single: 2 }, cleo)
    expect((await fill(0)).code).toBe(0)
    await app.ok(user.state, { ids: [cleo.id], state: UserState.disabled }, admin.token)
    expect((await fill(1)).code).toBe(errors.kickedOut[0])
    app.clock.advance(31 * 60)
    await sweepPapers(app.app)
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.timeout, answered: 1, score: 200 })
  })

  test('is enabled again in time: the same paper continues with its answers', async () => {
    await makeUser(app.db, { userName: 'dora' })
    const dora = await app.as('dora')
    const { id, examId, fill } = await startPaper({}, { single: 2 }, dora)
    await fill(0)
    await app.ok(user.state, { ids: [dora.id], state: UserState.disabled }, admin.token)
    await app.ok(user.state, { ids: [dora.id], state: UserState.active }, admin.token)
    const { token } = await app.as('dora')
    expect((await app.ok(paper['create-paper'], { examId }, token)).id).toBe(id)
    expect((await app.ok(paper['paper-detail'], { id }, token)).answers).toHaveLength(1)
  })
})

describe('concurrent calls', () => {
  test('the candidate hands in during a forced close: one receipt, one mark', async () => {
    const { id, session, row } = await startPaper()
    const [handed] = await Promise.all([
      app.call(paper['hand-exam'], { id, session }, ann.token),
      app.call(watch['force-hand'], { paperId: id, message: '时间到' }, proctor.token),
    ])
    expect(handed.code).toBe(0)
    app.clock.advance(5)
    const again = await app.ok(paper['hand-exam'], { id, session }, ann.token)
    expect(again.receiptNo).toBe(handed.data.receiptNo)
    expect(await row()).toMatchObject({ state: PaperState.done, version: 1 })
  })

  test('two invigilators force-close the same paper: the first reason stays', async () => {
    const { id, row } = await startPaper()
    const answers = await Promise.all(
      ['甲的理由', '乙的理由'].map((message) => app.call(watch['force-hand'], { paperId: id, message }, proctor.token)),
    )
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1)
    app.clock.advance(5)
    await sweepPapers(app.app)
    const first = answers.findIndex((one) => one.code === 0)
    expect(await row()).toMatchObject({ state: PaperState.done, exState: ExState.proctor, exMsg: ['甲的理由', '乙的理由'][first] })
  })

  test('two tabs of one page-load session answer the same question: the newer answer stays', async () => {
    const { id, session, keys } = await startPaper()
    const [first, second] = keys[0]!.origin ? Object.keys(keys[0]!.origin) : []
    const save = (tag: string, seq: number) =>
      app.call(paper['fill-answer'], { paperId: id, session, quId: keys[0]!.quId, answer: { tags: [tag] }, seq }, ann.token)
    const saved = await Promise.all([save(second!, 2), save(first!, 1)])
    expect(saved.map((one) => one.code)).toEqual([0, 0])
    expect((await app.ok(paper['paper-detail'], { id }, ann.token)).answers).toMatchObject([{ answer: { tags: [second] } }])
  })
})

describe('input out of range', () => {
  test('a short answer of several megabytes is refused with a message, and the previous answer stays', async () => {
    const { id, session, keys } = await startPaper({}, { shortAnswer: 1 })
    const save = (text: string, seq: number) =>
      app.call(paper['fill-answer'], { paperId: id, session, quId: keys[0]!.quId, answer: { text }, seq }, ann.token)
    expect((await save('<p>要点</p>', 1)).code).toBe(0)
    const refused = await save('长'.repeat(2_000_000), 2)
    expect(refused.code).not.toBe(0)
    expect(refused.msg).not.toBe('')
    expect((await app.ok(paper['paper-detail'], { id }, ann.token)).answers).toMatchObject([{ answer: { text: '<p>要点</p>' } }])
  })

  test('a paper id that is not a number is answered with notFound', async () => {
    for (const id of ['0', '99999999999999999999', '1 or 1=1']) {
      expect((await app.call(paper['paper-detail'], { id }, ann.token)).code).not.toBe(0)
    }
    expect(await app.call(paper['paper-detail'], { id: '999999' }, ann.token)).toEqual(refusal('notFound'))
  })

  test('a change of a bank question during the exam does not change open papers', async () => {
    const { id, keys } = await startPaper()
    const before = await app.ok(paper['paper-detail'], { id }, ann.token)
    const stored = await app.ok(qu.detail, { id: keys[0]!.quId }, admin.token)
    const body = { ...stored.body, content: '<p>改过的题干</p>' }
    await app.ok(qu.save, { ...stored, body }, admin.token)
    const after = await app.ok(paper['paper-detail'], { id }, ann.token)
    expect(after.groups).toEqual(before.groups)
    expect(JSON.stringify(after)).not.toContain('改过的题干')
  })
})
