// Gives a marker the next answer and claims it for 15 minutes.
import { type review, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { createTasks } from './review-create.service.ts'
import { firstOf } from './review-first.service.ts'
import { countOpen, isChief, openTo, visibleTasks, readTask } from './review-task.service.ts'

export const LEASE_MS = 15 * 60_000
type Form = Input<typeof review.next>

/**
 * The answer that the caller has claimed already, otherwise the next one allotted to them or to no marker. Concurrent calls get different answers;
 * after 15 minutes a claim expires. A chief marker gets answers first on which opinions lie apart. Null if no answer is left.
 */
export async function takeNext(ctx: Ctx, form: Form): Promise<Output<typeof review.next>> {
  const { app, user } = ctx
  await createTasks(app, form.examId)
  const taskId = await app.db.transaction().execute(async (db) => {
    const inTurn = { ...ctx, db, now: app.clock() }
    // serializes calls of one marker, so that two pages cannot claim both marks of one answer
    await sql`select pg_advisory_xact_lock(hashtextextended('paper.review', ${user.id}::bigint))`.execute(db)
    const skipped = form.skip === undefined ? undefined : await release(inTurn, form.skip)
    return claim(inTurn, form, skipped)
  })
  return taskId === undefined ? null : readTask(ctx, taskId, await countOpen(ctx, form.examId, form.leaf))
}

type Place = { id: string; leaf: string; paperId: string }

/** Releases the claim. @returns the task's position in the queue */
async function release({ db, user }: Ctx, taskId: string): Promise<Place | undefined> {
  await db
    .updateTable('paperReviewTask')
    .set({ claimedBy: null, leaseUntil: null })
    .where('id', '=', taskId)
    .where('state', '=', TaskState.waiting)
    .where('claimedBy', '=', user.id)
    .execute()
  return db.selectFrom('paperReviewTask').where('id', '=', taskId).select(['id', 'leaf', 'paperId']).executeTakeFirst()
}

async function claim(ctx: Ctx, { examId, leaf, by }: Form, skipped: Place | undefined): Promise<string | undefined> {
  const { app, db, user, now } = ctx
  const walk = by === 'paper' ? sql`(t.paper_id, t.leaf)` : sql`(t.leaf, t.paper_id)`
  const from =
    skipped && (by === 'paper' ? sql`(${skipped.paperId}::bigint, ${skipped.leaf})` : sql`(${skipped.leaf}, ${skipped.paperId}::bigint)`)
  const open = (await visibleTasks(ctx, db))
    .where('t.examId', '=', examId)
    .where('paper.state', '=', PaperState.marking)
    .where('paper.gradingNeeded', '=', false)
    .where(openTo(ctx))
    .$if(leaf !== undefined, (q) => q.where('t.leaf', '=', leaf ?? ''))
    .limit(1)
    .forUpdate('t')
    .select('t.id')
  const inOrder = open
    .$if(from !== undefined, (q) => q.orderBy(sql`${walk} > ${from!}`, 'desc'))
    .orderBy(by === 'paper' ? 't.paperId' : 't.leaf')
    .orderBy(by === 'paper' ? 't.leaf' : 't.paperId')
    .orderBy('t.role')
  // not skipped while locked: another marker's call that came too late for it holds its row until its end
  const own = from === undefined ? await inOrder.where('t.claimedBy', '=', user.id).executeTakeFirst() : undefined
  const { isFirst, weight } = firstOf(app)
  const first =
    own === undefined && from === undefined && isChief(ctx)
      ? await open.where(isFirst).orderBy(weight, 'desc').orderBy('t.id').skipLocked().executeTakeFirst()
      : undefined
  const found = own ?? first ?? (await inOrder.skipLocked().executeTakeFirst())
  if (!found) return undefined
  await db
    .updateTable('paperReviewTask')
    .set({ claimedBy: user.id, leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where('id', '=', found.id)
    .execute()
  return found.id
}
