// An administrator sets another end of papers: another cause, given up, or restored (exam-rules.md, *States*).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { type ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { afterForcedClose, forceCloseNow } from '../attempt/clock/close.service.ts'
import { lockPaper } from '../attempt/clock/lock.service.ts'
import { afterMarked } from '../grade/due.service.ts'
import { gradePaper } from '../grade/grade.service.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'
import { recordForAll } from '../channel/timeline.service.ts'
import { refreshKeep } from '../record/keep.service.ts'
import { among } from '../../../kernel/database.ts'
import { mustNotBeArchivedOf } from '../../exam/entry/archived.service.ts'

type Form = Pick<Input<(typeof paper)['mark-as']>, 'ids' | 'exMsg' | 'state'> & { exState: ExState }

/**
 * Sets the cause of the end; the audit row shows the old and the new one. `state` 3 gives papers up and closes open ones; without it, papers that
 * were given up are restored and marked again. Fails notFound for papers outside the data scope, paperStillOpen for open ones that are not to be
 * given up; then nothing changes.
 */
export async function markPapers(ctx: Ctx, form: Form) {
  const { db } = ctx
  const ids = [...new Set(form.ids)]
  const visible = await withinPaperScope(ctx)
  const rows = await db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where(among('paper.id', ids))
    .where('paper.state', '>=', PaperState.open)
    .where(visible)
    // in the order that a batch of saves uses, to avoid deadlocks
    .orderBy('paper.id')
    .select(['paper.id', 'paper.state', 'exState', 'exMsg'])
    .forUpdate('paper')
    .execute()
  if (rows.length < ids.length) fail('notFound')
  await mustNotBeArchivedOf(ctx, ids)
  if (form.state !== PaperState.givenUp && rows.some((row) => row.state === PaperState.open)) fail('paperStillOpen')
  const marked = (states: PaperState[]) => rows.filter((row) => states.includes(row.state)).map((row) => row.id)
  if (form.state === PaperState.givenUp) {
    for (const id of marked([PaperState.open])) await giveUpOpen(ctx, id, form)
    await setEnd(ctx, marked([PaperState.marking, PaperState.done, PaperState.givenUp]), form, {
      state: PaperState.givenUp,
      gradingNeeded: false,
      passed: null,
    })
    await afterMarked(ctx, marked([PaperState.done]))
  } else {
    await setEnd(ctx, marked([PaperState.marking, PaperState.done]), form, {})
    await bringBack(ctx, marked([PaperState.givenUp]), form)
  }
  await refreshKeep(db, ids)
  await recordForAll(
    db,
    rows.map((row) => row.id),
    { kind: 'mark', message: form.exMsg, by: ctx.user.id, at: ctx.now },
  )
  ctx.change.before = rows
  ctx.change.after = { exState: form.exState, exMsg: form.exMsg, state: form.state }
  return true as const
}

async function setEnd(
  { db }: Ctx,
  ids: string[],
  { exState, exMsg }: Form,
  more: { state?: PaperState; gradingNeeded?: boolean; passed?: null },
) {
  await db
    .updateTable('paper')
    // a marking in progress has read another version and stops
    .set((row) => ({ exState, exMsg, ...more, version: row('version', '+', 1) }))
    .where(among('id', ids))
    .execute()
}

/** Stores the answers given so far, in case the paper is restored. */
async function giveUpOpen(ctx: Ctx, id: string, { exState, exMsg }: Form) {
  const row = await lockPaper(ctx.db, id).executeTakeFirstOrThrow()
  const closed = await forceCloseNow(ctx.db, row, { handTime: ctx.now, exState, exMsg, state: PaperState.givenUp }, ctx.now)
  ctx.afterCommit(() => afterForcedClose(ctx.app, closed))
}

async function bringBack(ctx: Ctx, ids: string[], form: Form) {
  await setEnd(ctx, ids, form, { state: PaperState.marking, gradingNeeded: true })
  ctx.afterCommit(async () => {
    for (const id of ids) await gradePaper(ctx.app, id)
  })
}
