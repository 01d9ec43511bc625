// Papers that refer to their questions, and papers that hold them themselves.
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answersFor, handIn, openNewPaper, startPaper, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { ctxOf } from '../../../kernel/ctx.ts'
import { openQuestions } from '../../qu/bank/open.service.ts'
import { findReference } from '../../qu/bank/reference.service.ts'
import { bankIdsOf, holdQuestions, keysOf } from '../exam-setup.factory.ts'
import { makeFixedExam } from '../fixed.factory.ts'
import { answeredOn, askedOn } from '../result/answer-export.service.ts'
import { wrongPapers } from '../result/wrong.service.ts'

const { app, ann, bob, admin, teacher } = await startWith('ann', 'bob', 'teacher')
const counts = { single: 2, multiple: 1, fillIn: 1, matching: 1, composite: 1 }
const shown = { showAnswer: 'handed', showScore: 'handed' } as const
const annCtx = () => ctxOf(app.app, { ...app.ctx(), user: { ...app.ctx().user, id: ann.id } })
const stored = () => app.db.selectFrom('paperQuestion').orderBy('id').select(['id', 'quId', 'version', 'body']).execute()
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** What these readers find of a paper before and after it holds its questions itself. */
async function inBothForms<T>(id: string, read: () => Promise<T>) {
  expect(await rowOf(id)).toMatchObject({ content: null, keys: null })
  const referring = await read()
  await holdQuestions(app, id)
  expect(await rowOf(id)).toMatchObject({ layout: null, questionIds: null, refs: null })
  return { referring, holding: await read() }
}

test('an open paper is the same in both forms', async () => {
  const { id } = await openNewPaper(app, ann, {}, counts)
  const bankIds = await bankIdsOf(app, id)
  const { referring, holding } = await inBothForms(id, async () => {
    // a process that has not read the paper before
    const other = await startApp({ databaseUrl: app.databaseUrl })
    try {
      const { groups } = await other.ok(paper['paper-detail'], { id, takeover: true }, ann)
      const quIds = groups.flatMap((group) => group.quList.map((one) => one.quId))
      const each = await Promise.all(quIds.map((quId) => other.ok(paper['qu-detail'], { paperId: id, quId }, ann)))
      const found = await Promise.all(quIds.map((quId) => findReference(annCtx(), quId)))
      return { groups, quIds, each, found, open: [...(await openQuestions(annCtx(), ['paper']))].toSorted() }
    } finally {
      await other.close()
    }
  })
  expect(holding).toEqual(referring)
  expect(referring.found).toEqual(referring.quIds.map((quId) => ({ quId: bankIds.get(quId), isOpen: true })))
  expect(referring.open).toEqual([...bankIds.values()].toSorted())
  expect(referring.each.map((one) => one.content)).toEqual(referring.groups.flatMap((group) => group.quList.map((one) => one.content)))
  await handIn(app, ann, id)
})

test('a marked paper is the same in both forms for its candidate, for exports, corrections and the book', async () => {
  const { examId, quIds } = await makeFixedExam(app.ctx(), counts, shown)
  const answers = answersFor(
    quIds,
    quIds.map((_one, at) => at % 2 === 0),
  )
  const id = await takePaper(app, ann, examId, answers)
  const { referring, holding } = await inBothForms(id, async () => ({
    result: await app.ok(paper['paper-result'], { id }, ann),
    report: await app.ok(paper['result-report'], { id }, ann),
    reviewed: await app.ok(paper['review-paper'], { id }, admin),
    asked: await askedOn(app.db, [id]),
    answered: await answeredOn(app.db, [id]),
    wrong: await wrongPapers(annCtx(), []),
    item: await app.ok(fix.item, { examId, quId: quIds[0]! }, teacher),
    preview: (await app.ok(fix.preview, { examId, quId: quIds[1]!, how: 'full' }, teacher)).page.records,
  }))
  expect(holding).toEqual(referring)
  const keys = await keysOf(app, id)
  expect(referring.asked.map((one) => one.quId).toSorted()).toEqual([...quIds].toSorted())
  expect(referring.answered.get(id)?.keys).toEqual([...keys.values()])
  expect(
    referring.wrong
      .find((one) => one.paperId === id)
      ?.wrong.map((one) => one.quId)
      .toSorted(),
  ).toEqual(quIds.filter((_one, at) => at % 2 === 1).toSorted())
  expect(referring.result.groups[0]?.quList.map((one) => one.key?.right)).toEqual([...keys.values()].map((key) => key.right))
  expect(referring.preview).toMatchObject([{ oldScore: 0, newScore: 2 }])
})

test('a marker finds the same question in both forms', async () => {
  const { examId } = await makeFixedExam(app.ctx(), { single: 1, shortAnswer: 1 }, shown)
  const id = await takePaper(app, ann, examId, (key) => (key.right.length === 0 ? { text: '<p>答</p>' } : { tags: key.right }))
  const { referring, holding } = await inBothForms(id, async () => ({
    queue: await app.ok(review.queue, { examId }, admin),
    // a lease begins anew with each call
    task: { ...(await app.ok(review.next, { examId }, admin)), leaseUntil: '' },
    result: await app.ok(paper['paper-result'], { id }, ann),
  }))
  expect(holding).toEqual(referring)
  expect(referring.queue.questions).toMatchObject([{ maxScore: 2 }])
  expect(referring.task).toMatchObject({ paperId: id, maxScore: 2 })
})

test('what many papers ask is stored once, and a changed question leaves papers as they were', async () => {
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 3 }, { ...shown, tries: 0 })
  const before = (await stored()).length
  const first = await takePaper(app, ann, examId)
  await takePaper(app, bob, examId)
  const rows = (await stored()).slice(before)
  expect(rows.map((row) => row.quId).toSorted()).toEqual([...quIds].toSorted())
  const asked = await app.ok(paper['review-paper'], { id: first }, admin)
  const question = await app.ok(qu.detail, { id: quIds[0]! }, admin)
  await app.ok(qu.save, { ...question, body: { ...question.body, content: '<p>改过的题干</p>' } }, admin)
  const later = await takePaper(app, bob, examId)
  expect(await stored()).toHaveLength(before + 4)
  const other = await startApp({ databaseUrl: app.databaseUrl })
  expect(await other.ok(paper['review-paper'], { id: first }, admin)).toEqual(asked)
  expect(JSON.stringify(asked)).not.toContain('改过的题干')
  expect(JSON.stringify(await other.ok(paper['review-paper'], { id: later }, admin))).toContain('改过的题干')
  // a process that has stored none of them finds them
  await takePaper(other, ann, examId)
  expect(await stored()).toHaveLength(before + 4)
  await other.close()
})

test('a stored question can be neither changed nor removed', async () => {
  await takePaper(app, ann, (await makeFixedExam(app.ctx(), { single: 1 })).examId)
  const [row] = await stored()
  await expect(sql`update paper_question set body = '{}' where id = ${row!.id}`.execute(app.db)).rejects.toThrow('never change')
  await expect(sql`delete from paper_question where id = ${row!.id}`.execute(app.db)).rejects.toThrow('never change')
  expect((await stored())[0]).toEqual(row)
})

test('while a server of another version runs, papers hold their questions themselves', async () => {
  const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { ...shown, tries: 0 })
  const answers = answersFor(quIds, [true, true])
  const older = { id: crypto.randomUUID(), name: 'older', version: '0.1.0', startTime: app.clock.now(), seenTime: app.clock.now() }
  await app.db.insertInto('sysNode').values(older).execute()
  const newer = await startApp({ databaseUrl: app.databaseUrl })
  const { id, row } = await startPaper(newer, ann, examId)
  expect(await row()).toMatchObject({ layout: null, questionIds: null, content: [{ quCount: 2 }], keys: [{ subs: [] }, { subs: [] }] })
  await app.db.deleteFrom('sysNode').where('id', '=', older.id).execute()
  const alone = await startApp({ databaseUrl: app.databaseUrl })
  const own = await startPaper(alone, bob, examId)
  expect(await own.row()).toMatchObject({ content: null, keys: null, layout: { form: 1 } })
  await Promise.all([handIn(app, ann, id, answers), handIn(app, bob, own.id, answers)])
  for (const one of [await row(), await own.row()]) expect(one).toMatchObject({ score: 400, gradingNeeded: false })
  await newer.close()
  await alone.close()
})
