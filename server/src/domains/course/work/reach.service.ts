// Whose hand-ins a marker sees, and who gives the mark.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { ofPeople, ofPeopleWithinDataScope, peopleOf } from '../../people/user/data-scope.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'

type Chosen = Input<(typeof courseWork)['paging']>['params']

/** A condition on `hand`: handed in by a learner within the caller's data scope, or for an assignment that the caller made or is to mark. */
export async function ofReach(ctx: Ctx): Promise<Expression<SqlBool>> {
  if ((await scopeOf(ctx)).width === 'all') return sql<SqlBool>`hand.state > ${sql.lit(HandState.draft)}`
  const users = await ofPeopleWithinDataScope(ctx, 'hand.userId')
  const own = await ownAssignments(ctx)
  // as values: most callers have none, and their hand-ins are looked up among the people alone
  const either = own.length === 0 ? users : sql<SqlBool>`(${users} or hand.file_id = any(${own}::bigint[]))`
  return sql<SqlBool>`(hand.state > ${sql.lit(HandState.draft)} and ${either})`
}

/** The assignments that the caller made or is to mark. */
async function ownAssignments({ db, user }: Ctx): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`select w.file_id from course_work w where ${user.id}::bigint = any(w.marker_ids)
    or exists (select from course_file f where f.id = w.file_id and f.create_by = ${user.id}::bigint)`.execute(db)
  return rows.map((row) => row.fileId)
}

/** A condition on `hand`: the caller gives the mark, because no marker is named, or as a named marker or the maker of the assignment. */
export const mayMark = ({ user }: Pick<Ctx, 'user'>) =>
  sql<boolean>`exists (select from course_work w join course_file f on f.id = w.file_id where w.file_id = hand.file_id
    and (w.marker_ids = '{}' or ${user.id}::bigint = any(w.marker_ids) or f.create_by = ${user.id}::bigint))`

/** A condition on `hand`: markers do not see whose it is. */
export const isHidden = sql<boolean>`(hand.state = ${sql.lit(HandState.handed)} and exists (select from course_work w where w.file_id = hand.file_id and w.blind))`

/**
 * Hand-ins of a choice. A name or a department finds none of those that are marked without names.
 * @param reach `ofReach`, where a call asks several times
 */
export async function handsOf(ctx: Ctx, { courseId, fileId, title, state, realName, deptCode, late }: Chosen, reach?: Expression<SqlBool>) {
  const ofDepart = deptCode ? await ofPeople(ctx, 'hand.userId', peopleOf(await departBranch(ctx, deptCode))) : undefined
  return ctx.db
    .selectFrom('courseWorkHand as hand')
    .where(reach ?? (await ofReach(ctx)))
    .$if(courseId !== undefined, (q) => q.where('hand.courseId', '=', courseId!))
    .$if(fileId !== undefined, (q) => q.where('hand.fileId', '=', fileId!))
    .$if(state !== undefined, (q) => q.where('hand.state', '=', state!))
    .$if(late !== undefined, (q) => q.where('hand.lateDays', late ? '>' : '=', 0))
    .$if(!!title, (q) =>
      q.where(sql<boolean>`hand.file_id in (select f.id from course_file f where f.title ilike ${containing(title ?? '')})`),
    )
    .$if(!!realName, (q) => q.where(sql<boolean>`(hand.user_id = ${usersNamed(realName ?? '')} and not ${isHidden})`))
    .$if(ofDepart !== undefined, (q) => q.where(ofDepart!).where(sql<boolean>`not ${isHidden}`))
}
