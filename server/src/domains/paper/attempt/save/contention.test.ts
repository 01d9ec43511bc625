// Concurrent calls: each test holds a call at a known point with a lock, then releases it.
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import type { Person } from '../../../../../test/start-app.ts'
import { type Ctx, nobody } from '../../../../kernel/ctx.ts'
import { gradePaper } from '../../grade/grade.service.ts'
import { keysOf, setUpExam, rightAnswer } from '../../exam-setup.factory.ts'
import { acceptLate } from '../clock/late.service.ts'
import { saveCounts } from './save.service.ts'
import { deletePapers } from '../../paper.service.ts'
import { forceHandAll } from '../../proctor/watch.service.ts'

const { app, ann, bob, admin } = await startWith('ann', 'bob')
const caller = { ...nobody, id: admin.id, roleType: RoleType.staff, roles: ['系统管理员'], permissions: new Set(['exam:watch']) }

async function startPaper(examId: string, person: Person) {
  const { id } = await app.ok(paper['create-paper'], { examId }, person.token)
  const { session } = await app.ok(paper['paper-detail'], { id }, person.token)
  const keys = [...(await keysOf(app, id)).values()]
  const fill = (at: number) =>
    app.call(paper['fill-answer'], { paperId: id, session, quId: keys[at]!.quId, answer: rightAnswer(keys[at]!), seq: 1 }, person.token)
  return { id, session, keys, fill }
}

/** Settles when a statement that contains this text waits for a lock. */
async function waiting(text: string) {
  const count = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like ${`%${text}%`}`.execute(app.db)
    return rows.length
  }
  await expect.poll(count).toBeGreaterThan(0)
}
const isFree = (table: 'paper' | 'paper_late', id: string) =>
  sql`select from ${sql.table(table)} where id = ${id} for update nowait`.execute(app.db).then(
    () => true,
    () => false,
  )

/** Runs a command in a transaction with these plan types disabled, while another transaction holds the paper with the lowest id. */
async function behindFirst(
  waysNot: readonly string[],
  act: (ctx: Ctx, ids: { examId: string; first: string; second: string }) => Promise<unknown>,
) {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 1 })
  const first = await app.ok(paper['create-paper'], { examId }, ann.token)
  const second = await app.ok(paper['create-paper'], { examId }, bob.token)
  await app.ok(paper['paper-detail'], { id: second.id }, bob.token)
  await app.ok(paper['paper-detail'], { id: first.id }, ann.token)
  const command = async () =>
    app.db.transaction().execute(async (db) => {
      for (const way of waysNot) await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(db)
      return act(app.ctx({ db, afterCommit: () => undefined, user: caller }), {
        examId,
        first: first.id,
        second: second.id,
      })
    })
  let acting: Promise<unknown> | undefined
  const secondIsFree = await app.db.transaction().execute(async (holder) => {
    await holder.selectFrom('paper').where('id', '=', first.id).forUpdate().select('id').execute()
    acting = command()
    await waiting('"paper"')
    return isFree('paper', second.id)
  })
  return { secondIsFree, done: await acting }
}

// saves lock the papers of a batch by id: another order could deadlock with them
test('a forced close of a whole exam locks the papers in the order of their ids', async () => {
  const locked = await behindFirst(['indexscan', 'bitmapscan'], (ctx, { examId }) =>
    forceHandAll(ctx, { examId, exState: ExState.allHanded, message: '全部收卷' }),
  )
  expect(locked).toEqual({ secondIsFree: true, done: { handed: 2 } })
})

test('deleting papers locks them in the order of their ids', async () => {
  const deleted = await behindFirst(['indexscan', 'bitmapscan'], (ctx, { first, second }) => deletePapers(ctx, { ids: [second, first] }))
  expect(deleted).toEqual({ secondIsFree: true, done: true })
})

async function lateAnswer() {
  const { examId } = await setUpExam(app.ctx(), { minutes: 10, passScore: 400 }, { single: 2 })
  const paperOfAnn = await startPaper(examId, ann)
  await paperOfAnn.fill(0)
  app.clock.advance(640)
  expect(await paperOfAnn.fill(1)).toEqual(refusal('paperClosed'))
  const { records } = await app.ok(late.paging, { params: { paperId: paperOfAnn.id } }, admin.token)
  return { ...paperOfAnn, lateId: records[0]!.id }
}

test('accepting late answers locks the paper before the answers, as saves do', async () => {
  const { id, lateId } = await lateAnswer()
  let accepting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (holder) => {
    await holder.selectFrom('paper').where('id', '=', id).forUpdate().select('id').execute()
    accepting = app.ok(late.accept, { ids: [lateId] }, admin.token)
    await waiting('"paper"')
    expect(await isFree('paper_late', lateId)).toBe(true)
  })
  expect(await accepting).toEqual({ accepted: 1 })
})

test('a late answer that is accepted while the paper is being marked counts', async () => {
  const { id, lateId } = await lateAnswer()
  // the server stopped between closing and marking the paper; the sweep marks it now
  await app.db.updateTable('paper').set({ state: PaperState.marking, gradingNeeded: true }).where('id', '=', id).execute()
  const after: (() => unknown)[] = []
  let marking: Promise<unknown> | undefined
  await app.db.transaction().execute(async (db) => {
    await db.selectFrom('paper').where('id', '=', id).forUpdate().select('id').execute()
    marking = gradePaper(app.app, id)
    await waiting('update "paper"')
    await acceptLate(app.ctx({ db, afterCommit: (act) => void after.push(act) }), { ids: [lateId] })
  })
  await marking
  for (const act of after) await act()
  const row = await app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: PaperState.done, gradingNeeded: false, score: 400, passed: true })
})

test('a save is accepted if another call has applied the extension of the exam first', async () => {
  const { examId } = await setUpExam(app.ctx(), { minutes: 10 }, { single: 1 })
  const { id, fill } = await startPaper(examId, ann)
  const { deadlineAt } = await app.db.selectFrom('paper').where('id', '=', id).select('deadlineAt').executeTakeFirstOrThrow()
  app.clock.advance(615)
  let saving: ReturnType<typeof fill> | undefined
  await app.db.transaction().execute(async (other) => {
    await sql`lock table exam in access exclusive mode`.execute(other)
    saving = fill(0)
    await waiting('"exam"')
    await other
      .updateTable('paper')
      .set({ deadlineAt: new Date(deadlineAt.getTime() + 300_000), timeRev: 1 })
      .where('id', '=', id)
      .execute()
  })
  expect(await saving).toMatchObject({ code: 0, data: { saved: [{ state: 'saved' }], timeRev: 1 } })
})

test('a call does not start a second paper if another try was started and handed in meanwhile', async () => {
  const { examId, id } = await startNewPaper(app, bob, { tries: 1 }, { single: 1 })
  await app.ok(paper['hand-exam'], { id }, bob.token)
  let opening: Promise<unknown> | undefined
  await app.db.transaction().execute(async (other) => {
    await sql`lock table qu in access exclusive mode`.execute(other)
    opening = app.call(paper['create-paper'], { examId }, ann.token)
    await waiting('update_time')
    // meanwhile ann started and handed in a paper in another session
    await app.db.updateTable('paper').set({ userId: ann.id }).where('id', '=', id).execute()
  })
  expect(await opening).toEqual(refusal('examNoTries'))
  const own = await app.db.selectFrom('paper').where('examId', '=', examId).where('userId', '=', ann.id).select('id').execute()
  expect(own).toEqual([{ id }])
})

test('a save that waits for its paper is overtaken by the saves of others, and those that come meanwhile share a statement', async () => {
  const { examId } = await setUpExam(app.ctx(), {}, { single: 3 })
  const [held, free] = [await startPaper(examId, ann), await startPaper(examId, bob)]
  let saving: Promise<unknown> | undefined
  const counts = saveCounts(app.app)
  await app.db.transaction().execute(async (holder) => {
    await holder.selectFrom('paper').where('id', '=', held.id).forUpdate().select('id').execute()
    saving = held.fill(0)
    await waiting('given as materialized')
    const before = counts.statements
    expect(await Promise.all([0, 1, 2].map((at) => free.fill(at)))).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }])
    expect(counts.statements).toBe(before + 1)
  })
  expect(await saving).toMatchObject({ code: 0 })
})
