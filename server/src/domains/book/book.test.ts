// The wrong-answer book follows changes of a paper: reopened and handed in again, marked later, key corrected.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { describe, expect, test } from 'vitest'
import { answersFor, handIn, takePaper } from '../../../test/papers.ts'
import { startWith } from '../../../test/people.ts'
import { runFixes } from '../paper/fix/fix-run.service.ts'
import { makeFixedExam } from '../paper/fixed.factory.ts'
import { keysOf } from '../paper/exam-setup.factory.ts'

const { app, ann, admin } = await startWith('ann')

const terms = { showAnswer: 'handed', showScore: 'handed', tries: 0 } as const

const answer = (id: string, quIds: string[], given: boolean[]) => handIn(app, ann, id, answersFor(quIds, given))
const sit = (examId: string, quIds: string[], given: boolean[]) => takePaper(app, ann, examId, answersFor(quIds, given))
const rows = async (examId: string) => (await app.ok(book.paging, { params: { examId } }, ann.token)).records
const counts = async (examId: string, quIds: string[]) => {
  const found = await rows(examId)
  return quIds.map((quId) => found.find((one) => one.quId === quId)?.wrongCount ?? 0)
}
const reopen = (paperId: string) => app.ok(watch.reopen, { paperId, minutes: 10, reason: '误交卷' }, admin.token)
async function correct(draft: Body<typeof fix.preview>) {
  const { token } = await app.ok(fix.preview, draft, admin.token)
  await app.ok(fix.commit, { ...draft, token, reason: '答案有误' }, admin.token)
  await runFixes(app.app)
}

describe('a reopened paper', () => {
  test('adds the wrong answers of its last hand-in, each question once', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 3 }, terms)
    const id = await sit(examId, quIds, [false, true, false])
    expect(await counts(examId, quIds)).toEqual([1, 0, 1])
    await reopen(id)
    await answer(id, quIds, [true, false, false])
    expect(await counts(examId, quIds)).toEqual([0, 1, 1])
    expect(await counts(examId, quIds)).toEqual([0, 1, 1])
  })

  test('shows no key while it is open, even if the book is read then', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, terms)
    const id = await sit(examId, quIds, [false, false])
    const [entry] = await rows(examId)
    await reopen(id)
    expect((await app.call(book.detail, { id: entry!.id }, ann.token)).code).not.toBe(0)
    expect(await counts(examId, quIds)).toEqual([0, 0])
    await answer(id, quIds, [true, false])
    // read by several pages concurrently
    await Promise.all([rows(examId), rows(examId), rows(examId)])
    expect(await counts(examId, quIds)).toEqual([0, 1])
  })

  test('removes only its own part of what several papers had wrong', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, terms)
    await sit(examId, quIds, [false, true])
    const second = await sit(examId, quIds, [false, false])
    expect(await counts(examId, quIds)).toEqual([2, 1])
    await reopen(second)
    // no key while a paper is open, not even of the other paper
    expect(await counts(examId, quIds)).toEqual([0, 0])
    await answer(second, quIds, [true, true])
    expect(await counts(examId, quIds)).toEqual([1, 0])
  })

  test('is removed from the book when it is given up', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1 }, terms)
    const id = await sit(examId, quIds, [false])
    expect(await counts(examId, quIds)).toEqual([1])
    await app.ok(paper['mark-as'], { ids: [id], exState: ExState.violation, exMsg: '替考', state: PaperState.givenUp }, admin.token)
    expect(await counts(examId, quIds)).toEqual([0])
    await app.ok(paper['mark-as'], { ids: [id], exState: ExState.normal, exMsg: '查无实据' }, admin.token)
    expect(await counts(examId, quIds)).toEqual([1])
  })
})

describe('changed marks', () => {
  test('by a corrected key remove answers that are right now, and add those that are wrong', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, terms)
    const id = await sit(examId, quIds, [true, false])
    expect(await counts(examId, quIds)).toEqual([0, 1])
    const keys = await keysOf(app, id)
    const wrongOf = (quId: string) =>
      Object.values(keys.get(quId)!.origin).filter((tag) => !keys.get(quId)!.right.some((own) => keys.get(quId)!.origin[own] === tag))
    await correct({ examId, quId: quIds[0]!, how: 'key', key: { right: [wrongOf(quIds[0]!)[0]!] } })
    await correct({ examId, quId: quIds[1]!, how: 'key', key: { right: wrongOf(quIds[1]!) } })
    expect(await counts(examId, quIds)).toEqual([1, 0])
    await correct({ examId, quId: quIds[0]!, how: 'restore' })
    expect(await counts(examId, quIds)).toEqual([0, 0])
  })

  test('by a marker are added when they are given', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { shortAnswer: 1, single: 1 }, terms)
    const id = await sit(examId, quIds, [true, false])
    await app.ok(paper['review-paper'], { id, marks: [{ quId: quIds[0]!, score: 0, comment: '' }], finish: true }, admin.token)
    expect(await counts(examId, quIds)).toEqual([1, 1])
  })

  test('of a paper recorded before the column `wrong` existed only remove entries', async () => {
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, terms)
    const id = await sit(examId, quIds, [false, false])
    expect(await counts(examId, quIds)).toEqual([1, 1])
    await app.db.updateTable('bookPaper').set({ wrong: null }).where('paperId', '=', id).execute()
    await correct({ examId, quId: quIds[0]!, how: 'full' })
    expect(await counts(examId, quIds)).toEqual([0, 1])
  })
})
