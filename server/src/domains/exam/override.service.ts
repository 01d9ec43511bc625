// Arrangements for single people and groups of an exam, as they are kept; what open papers make of them is the paper domain's.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { override } from '@shuyuan/contract/exam/override.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { violates } from '../../kernel/database.ts'
import { failField, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { type Arrangement, arrangementOf, type Override, plainArrangement } from './override.rules.ts'

type UserRef = string | RawBuilder<unknown>
/** A condition on exam_override o: it concerns this person, himself or by a group. */
const concerns = (user: UserRef) =>
  sql<boolean>`(o.user_id = ${user} or o.group_id in (select g.group_id from sys_group_user g where g.user_id = ${user}))`

/** The arrangements that concern a person, as a column of a query on table exam; read it with `arrangementIn`. */
export const overridesColumn = (user: UserRef) =>
  sql`(select coalesce(json_agg(json_build_array(o.user_id is not null, o.minutes, o.percent,
    extract(epoch from o.start_time), extract(epoch from o.end_time), o.tries, o.no_face, o.no_full_screen)), '[]')
    from exam_override o where o.exam_id = exam.id and ${concerns(user)})`

type Packed = [boolean, number | null, number | null, number | null, number | null, number | null, boolean, boolean]
const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

const readOverrides = (column: unknown): Override[] =>
  (column as Packed[]).map(([own, minutes, percent, start, end, tries, noFace, noFullScreen]) => ({
    own,
    minutes,
    percent,
    startTime: timeOf(start),
    endTime: timeOf(end),
    tries,
    noFace,
    noFullScreen,
  }))

/** What `overridesColumn` comes to. @param examMinutes the exam's duration */
export const arrangementIn = (column: unknown, examMinutes: number): Arrangement & { arranged: boolean } => {
  const rows = readOverrides(column)
  return { ...(rows.length === 0 ? plainArrangement : arrangementOf(rows, examMinutes)), arranged: rows.length > 0 }
}

/** The window of exams as it is for a person: two expressions for a query on table exam. */
export const windowFor = (userId: string) => {
  const own = (read: RawBuilder<unknown>) => sql`(select ${read} from exam_override o where o.exam_id = exam.id and ${concerns(userId)})`
  const start = own(sql`coalesce(min(o.start_time) filter (where o.user_id is not null), min(o.start_time))`)
  const end = own(sql`coalesce(min(o.end_time) filter (where o.user_id is not null), max(o.end_time))`)
  return {
    start: sql<Date | null>`coalesce(${start}, exam.start_time)`,
    end: sql<Date | null>`coalesce(${end}, exam.end_time)`,
  }
}

/** By name of person or group, the newest first. */
export async function pageOverrides(
  { db }: Ctx,
  { params, ...paging }: Input<typeof override.list>,
): Promise<Output<typeof override.list>> {
  const query = db
    .selectFrom('examOverride')
    .leftJoin('sysUser', 'sysUser.id', 'examOverride.userId')
    .leftJoin('sysGroup', 'sysGroup.id', 'examOverride.groupId')
    .leftJoin('sysUser as editor', 'editor.id', 'examOverride.updateBy')
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .select(['examOverride.id', 'examOverride.userId', 'examOverride.groupId', 'minutes', 'percent', 'startTime', 'endTime', 'tries'])
    .select(['noFace', 'noFullScreen', 'reason', 'examOverride.updateTime', 'sysUser.realName', 'groupName'])
    .select('editor.realName as editorName')
    .select(
      sql<string[]>`(select coalesce(json_agg(g.group_name order by g.id), '[]') from exam_override o
        join sys_group g on g.id = o.group_id join sys_group_user m on m.group_id = g.id and m.user_id = exam_override.user_id
        where o.exam_id = exam_override.exam_id)`.as('alsoGroups'),
    )
  const page = await pageOf(query, paging, { updateTime: 'examOverride.updateTime' }, [['examOverride.id', 'desc']])
  const records = page.records.map(({ realName, groupName, editorName, ...row }) => ({
    ...row,
    target: row.userId === null ? ('group' as const) : ('user' as const),
    name: realName ?? groupName ?? '',
    updateBy_dictText: editorName ?? '',
  }))
  return { ...page, records }
}

/**
 * Adds an arrangement or changes one; its exam stays. Fails notFound, and at userId or groupId where there is no such person or group or
 * he has one already. @returns its id and whom it concerned before the change
 */
export async function storeOverride(ctx: Ctx, { id, examId, ...form }: Input<typeof override.save>) {
  const { db, now, user } = ctx
  const row = { ...form, updateBy: user.id, updateTime: now }
  const field = form.userId === null ? 'groupId' : 'userId'
  const find = db.selectFrom('examOverride').where('examId', '=', examId)
  const before = id === undefined ? undefined : must(await find.where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  try {
    const saved = before
      ? await db.updateTable('examOverride').set(row).where('id', '=', before.id).returning('id').executeTakeFirstOrThrow()
      : await db
          .insertInto('examOverride')
          .values({ ...row, examId })
          .returning('id')
          .executeTakeFirstOrThrow()
    ctx.change = { before, after: { ...row, id: saved.id } }
    return { id: saved.id, before }
  } catch (error) {
    if (violates(error, 'unique')) failField(field, '已有个别安排，请直接修改')
    if (violates(error, 'reference')) failField(field, field === 'userId' ? '考生不存在，请重新选择' : '分组不存在，请重新选择')
    throw error
  }
}

/** Removes arrangements. @returns what they were */
export async function removeOverrides(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .deleteFrom('examOverride')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .returningAll()
    .execute()
  ctx.change.before = rows
  return rows
}
