// Make-up exams for candidates who failed or were absent and have not passed since.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { makeUp, makeUpGroup } from '@shuyuan/contract/paper/admission/make-up.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { makeUpChainOf, findMakeUp, listMakeUps, lockExam, makeUpFor } from '../../exam/make-up-chain.service.ts'
import { invitedTo } from './invited.service.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'

type Group = keyof typeof makeUpGroup

/**
 * A query for users in the caller's data scope who could need the make-up exam, with their group. Leaves out users who passed any exam of the chain (the
 * exam, its make-up exams, the exams that it replaces).
 */
const candidates = async (ctx: Ctx, examId: string) => sql<{ userId: string; group: Group | 'undecided' }>`
    with chain as (${makeUpChainOf(examId)}),
    passed as (select p.user_id from paper p where p.exam_id in (select id from chain) and p.state = ${sql.lit(PaperState.done)} and p.passed),
    sat as (
      select user_id, bool_or(state in (${sql.lit(PaperState.open)}, ${sql.lit(PaperState.marking)})) as undecided from paper where exam_id = ${examId} and state >= ${sql.lit(PaperState.open)} group by user_id),
    absent as (
      select invited.user_id from (${invitedTo(examId)}) as invited where not exists (select from sat where sat.user_id = invited.user_id))
    select sys_user.id as user_id, found.kind as "group" from (
      select user_id, case when undecided then 'undecided' else 'failed' end as kind from sat
      union all select user_id, 'absent' from absent) as found
    join sys_user on sys_user.id = found.user_id and sys_user.state = ${sql.lit(UserState.active)}
    where not exists (select from passed where passed.user_id = found.user_id) and (${await withinPaperScope(ctx, examId)})`

/** So many are counted once while the question is open. */
const LARGE = 2_000
const COUNTED_MS = 10_000

async function countGroups(ctx: Ctx, examId: string): Promise<Record<Group | 'undecided', number>> {
  const { rows } = await sql<{ group: Group | 'undecided'; people: number }>`
    select "group", count(*)::int as people from (${await candidates(ctx, examId)}) as found group by 1`.execute(ctx.db)
  return { failed: 0, absent: 0, undecided: 0, ...Object.fromEntries(rows.map(({ group, people }) => [group, people])) }
}

/** The number of candidates by group, and the make-up exams that exist. Fails notFound. */
export async function countMakeUp(
  ctx: Ctx,
  { examId }: Input<(typeof makeUp)['make-up-count']>,
): Promise<Output<(typeof makeUp)['make-up-count']>> {
  const { title, made } = await listMakeUps(ctx, examId)
  const key = JSON.stringify(['make-up', examId, ctx.user.id, (await scopeOf(ctx)).key])
  const isDear = (counts: Record<Group | 'undecided', number>) => counts.failed + counts.absent + counts.undecided >= LARGE
  return { title, ...(await briefly(ctx, key, () => countGroups(ctx, examId), { forMs: COUNTED_MS, isDear })), made }
}

/**
 * Creates the make-up exam for the present members of the groups. A repeated or concurrent call with the same values returns the existing exam.
 * Fails notFound, makeUpNobody, and with the errors of saving an exam.
 */
export async function createMakeUp(
  ctx: Ctx,
  { examId, of, ...form }: Input<(typeof makeUp)['make-up']>,
): Promise<Output<(typeof makeUp)['make-up']>> {
  await lockExam(ctx, examId)
  const groups = [...new Set(of)].sort()
  const there = await findMakeUp(ctx, examId, groups, form)
  if (there) return { ...there, isNew: false }
  const { rows } = await sql<{ userId: string }>`
    select user_id from (${await candidates(ctx, examId)}) as found where "group" = any(${groups}::text[]) order by user_id`.execute(ctx.db)
  const userIds = rows.map((one) => one.userId)
  if (userIds.length === 0) fail('makeUpNobody')
  const { id } = await makeUpFor(ctx, examId, { ...form, groups, userIds })
  return { id, count: userIds.length, isNew: true }
}
