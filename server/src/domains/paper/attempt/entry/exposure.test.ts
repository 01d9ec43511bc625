// Answers and papers that must not be visible yet, or not to this user.
import { exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startNewPaper, takePaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { type Person, startApp } from '../../../../../test/start-app.ts'
import { wrongIds } from '../../../book/book.service.ts'
import { makeDepart } from '../../../people/org/depart.factory.ts'
import { makeUser } from '../../../people/user/user.factory.ts'
import { setUpExam } from '../../exam-setup.factory.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')

const handed = (examId: string, person: Person) => takePaper(app, person, examId)
const keysSeen = async (id: string, person: Person) => {
  const { answerShown, groups } = await app.ok(paper['paper-result'], { id }, person.token)
  return { answerShown, keys: groups.flatMap((group) => group.quList.filter((one) => one.key !== null)).length }
}
const hidden = { answerShown: false, keys: 0 }

test('the answers of an earlier try are hidden while a later one is open', async () => {
  const { examId } = await setUpExam(app.ctx(), { showAnswer: 'handed' }, { single: 2 })
  const first = await handed(examId, ann)
  expect(await keysSeen(first, ann)).toEqual({ answerShown: true, keys: 2 })
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  expect(await keysSeen(first, ann)).toEqual(hidden)
  await app.ok(paper['hand-exam'], { id }, ann.token)
  expect(await keysSeen(first, ann)).toEqual({ answerShown: true, keys: 2 })
})

/** The entries of an exam in a learner's wrong-answer book. */
const bookOf = async (examId: string, person: Person) => (await app.ok(book.paging, { params: { examId } }, person.token)).records

test('the wrong-answer book hides them too, although it has stored them before', async () => {
  const { examId, repoId } = await setUpExam(app.ctx(), { showAnswer: 'handed' }, { single: 2 })
  await handed(examId, ann)
  const [entry] = await bookOf(examId, ann)
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  expect(await bookOf(examId, ann)).toEqual([])
  for (const input of [{ id: entry!.id }, { quId: entry!.quId }])
    expect(await app.call(book.detail, input, ann.token)).toEqual(refusal('notFound'))
  expect(await app.ok(book.print, { examId, answers: true }, ann.token)).toEqual([])
  expect(await wrongIds({ ...app.ctx(), user: { ...app.ctx().user, id: ann.id } }, { repoId, chapterId: '', examId: '' })).toEqual([])
  await app.ok(paper['hand-exam'], { id }, ann.token)
  // the second paper may have other questions
  expect((await bookOf(examId, ann)).length).toBeGreaterThanOrEqual(2)
})

test('the wrong-answer book waits for the last open paper if answers are released at the end', async () => {
  const { examId } = await setUpExam(app.ctx(), { showAnswer: 'closed' }, { single: 2 })
  await handed(examId, ann)
  const open = await app.ok(paper['create-paper'], { examId }, bob.token)
  await app.ok(exam.state, { id: examId, state: ExamState.disabled }, admin.token)
  expect(await bookOf(examId, ann)).toEqual([])
  await app.ok(paper['hand-exam'], { id: open.id }, bob.token)
  expect(await bookOf(examId, ann)).toHaveLength(2)
  // an exam that is enabled again hides them again
  await app.ok(exam.state, { id: examId, state: ExamState.enabled }, admin.token)
  expect(await bookOf(examId, ann)).toEqual([])
})

test('many papers with hidden answers do not keep the entries of other papers out of the book', async () => {
  await makeUser(app.db, { userName: 'old' })
  const old = await app.as('old')
  const silent = await handed((await setUpExam(app.ctx(), { showAnswer: 'never' }, { single: 1 })).examId, old)
  await sql`insert into paper overriding system value select (jsonb_populate_record(p, jsonb_build_object('id', -n, 'receipt_no', null))).*
    from paper p, generate_series(1, 60) n where p.id = ${silent}`.execute(app.db)
  const { examId } = await setUpExam(app.ctx(), { showAnswer: 'handed' }, { single: 1 })
  await handed(examId, old)
  expect(await bookOf(examId, old)).toHaveLength(1)
})

test('answers released at the end wait for the last open paper, also if the exam is disabled', async () => {
  const { examId } = await setUpExam(app.ctx(), { showAnswer: 'closed' }, { single: 2 })
  const id = await handed(examId, ann)
  const open = await app.ok(paper['create-paper'], { examId }, bob.token)
  await app.ok(exam.state, { id: examId, state: ExamState.disabled }, admin.token)
  expect(await keysSeen(id, ann)).toEqual(hidden)
  await app.ok(paper['hand-exam'], { id: open.id }, bob.token)
  expect(await keysSeen(id, ann)).toEqual({ answerShown: true, keys: 2 })
})

test('a data scope of a department branch covers the papers of that branch', async () => {
  const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
  const deptCode = await makeDepart(app.db, root.deptCode, '前厅部')
  await makeUser(app.db, { userName: 'cat', deptCode })
  await makeUser(app.db, { userName: 'head', deptCode, roleType: RoleType.staff, roles: ['部门管理员'] })
  const [cat, head] = [await app.as('cat'), await app.as('head')]
  const { examId } = await setUpExam(app.ctx(), { minutes: 10 }, { single: 1 })
  const own = await handed(examId, cat)
  const foreign = await app.ok(paper['create-paper'], { examId }, ann.token)
  const { groups } = await app.ok(paper['paper-detail'], { id: foreign.id }, ann.token)
  const body = { paperId: foreign.id, quId: groups[0]!.quList[0]!.quId, answer: { tags: ['A'] } }
  app.clock.advance(640)
  expect(await app.call(paper['fill-answer'], body, ann.token)).toEqual(refusal('paperClosed'))
  const { records } = await app.ok(paper.paging, { params: { examId } }, head.token)
  expect(records.map((one) => one.id)).toEqual([own])
  expect((await app.ok(late.paging, { params: { examId } }, head.token)).total).toBe(0)
  expect((await app.ok(late.paging, { params: { examId } }, admin.token)).total).toBe(1)
})

test('a sign-in session stays valid beyond the deadline of a paper opened with it', async () => {
  const { id } = await startNewPaper(app, ann, { minutes: 60 }, { single: 1 })
  const expireTime = new Date(app.clock.now().getTime() + 600_000)
  await app.db.updateTable('sysSession').set({ expireTime }).where('userId', '=', ann.id).execute()
  const again = await startApp({ databaseUrl: app.databaseUrl })
  again.clock.set(app.clock.now())
  await again.ok(paper['paper-detail'], { id }, ann.token)
  again.clock.advance(3_000)
  expect((await again.ok(paper['left-time'], { id }, ann.token)).leftMs).toBeGreaterThan(0)
  await again.close()
})
