// Decides which users can watch an exam, and which of its candidates (docs/decisions/0052).
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { watchTags } from '@shuyuan/contract/exam/entry/invigilation.ts'
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import { type App, can, type Ctx, type CurrentUser, nobody } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mayAct, usersWithTag } from '../../people/role-menu/right.service.ts'
import { scopeColumn, scopeIn, scopeOf } from '../../people/role-menu/scope.service.ts'

type Watcher = Pick<Ctx, 'db' | 'user'>
const everyone = sql<SqlBool>`true`
const none = sql<SqlBool>`false`

/** A condition on table exam: the user made the exam or is named as its invigilator. */
const isOwn = (userId: string) => sql<SqlBool>`(exam.create_by = ${userId}::bigint
  or exists (select from exam_invigilator i where i.exam_id = exam.id and i.user_id = ${userId}::bigint))`
const namesNone = sql<SqlBool>`not exists (select from exam_invigilator i where i.exam_id = exam.id)`

/** A condition on table exam: the caller may watch candidates of the exam. */
export async function mayWatch(ctx: Watcher): Promise<Expression<SqlBool>> {
  if (!can(ctx, 'exam:watch')) return can(ctx, 'exam:invigilate') ? isOwn(ctx.user.id) : none
  const { width } = await scopeOf(ctx)
  if (width === 'all') return everyone
  // with the scope "own data" no candidate is in scope
  return width === 'own' ? isOwn(ctx.user.id) : sql<SqlBool>`(${isOwn(ctx.user.id)} or ${namesNone})`
}

/**
 * `isAll`: the caller watches every candidate of the exam; `people`: a condition on sys_user, the candidates whom the caller watches; `key`: equal
 * for callers who watch the same.
 */
export type Watched = { isAll: boolean; people: Expression<SqlBool>; key: string }

const whole: Watched = { isAll: true, people: everyone, key: '' }

/** The candidates of an exam whom the caller may watch, read in one statement; undefined for an exam that they may not watch. */
export async function findWatched(ctx: Watcher, examId: string): Promise<Watched | undefined> {
  const { id } = ctx.user
  const row = await ctx.db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select([isOwn(id).as('own'), namesNone.as('open'), scopeColumn(id).as('scope')])
    .executeTakeFirst()
  if (!row) return undefined
  const holds = can(ctx, 'exam:watch')
  if (row.own) return holds || can(ctx, 'exam:invigilate') ? whole : undefined
  if (!holds) return undefined
  const { width, deptCodes, tops } = scopeIn(row.scope, id)
  if (width === 'all') return whole
  if (!row.open || width === 'own') return undefined
  return { isAll: false, people: sql<SqlBool>`sys_user.dept_code = any(${deptCodes}::text[])`, key: tops.join(' ') }
}

/** The same; fails notFound for an exam that the caller may not watch. */
export async function mustWatch(ctx: Watcher, examId: string): Promise<Watched> {
  return (await findWatched(ctx, examId)) ?? fail('notFound')
}

/** The user as a caller of the functions above, for sockets; undefined unless they are active and hold a tag of watching. */
export async function watcherOf({ db }: Pick<App, 'db'>, userId: string): Promise<Watcher | undefined> {
  const row = await db
    .selectFrom('sysUser')
    .where('id', '=', userId)
    .where('state', '=', UserState.active)
    .select(['deptCode', 'roleType'])
    .executeTakeFirst()
  if (!row) return undefined
  const held = await Promise.all(watchTags.map(async (tag) => ((await mayAct({ db }, userId, tag)) ? tag : '')))
  const permissions = new Set(held.filter((tag) => tag !== ''))
  const user: CurrentUser = { ...nobody, ...row, id: userId, permissions }
  return permissions.size > 0 ? { db, user } : undefined
}

const MOST_LISTED = 50

/** Users who can be named as invigilators, by name. */
export async function listInvigilators({ db }: Ctx, { keyword = '' }: Input<(typeof exam)['list-invigilators']>) {
  const able = await ableToWatch({ db })
  return db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('sysUser.id', able))
    .$if(keyword !== '', (q) =>
      q.where((w) => w.or([w('realName', 'ilike', containing(keyword)), w('userName', 'ilike', containing(keyword))])),
    )
    .orderBy('realName')
    .orderBy('sysUser.id')
    .limit(MOST_LISTED)
    .select(['sysUser.id', 'userName', 'realName', sql<string>`coalesce(dept_name, '')`.as('deptName')])
    .execute()
}

const ableToWatch = async (ctx: Pick<Ctx, 'db'>) => [...new Set((await Promise.all(watchTags.map((tag) => usersWithTag(ctx, tag)))).flat())]

/** The users whom the exam names as invigilators. */
export function invigilatorsOf({ db }: Pick<Ctx, 'db'>, examId: string) {
  return db
    .selectFrom('examInvigilator')
    .innerJoin('sysUser', 'sysUser.id', 'examInvigilator.userId')
    .where('examId', '=', examId)
    .orderBy('sysUser.id')
    .select(['sysUser.id', 'userName', 'realName'])
    .execute()
}

/** Replaces the invigilators that an exam names. Fails at the field for users who hold no tag of watching; those named before may stay. */
export async function saveInvigilators(ctx: Ctx, examId: string, userIds: readonly string[]): Promise<void> {
  const { db } = ctx
  const ids = [...new Set(userIds)]
  const before = new Set((await invigilatorsOf(ctx, examId)).map((one) => one.id))
  const able = new Set(ids.every((id) => before.has(id)) ? [] : await ableToWatch(ctx))
  if (ids.some((id) => !before.has(id) && !able.has(id))) failField('invigilatorIds', say('invigilatorUnable'))
  await db.deleteFrom('examInvigilator').where('examId', '=', examId).execute()
  if (ids.length === 0) return
  await db
    .insertInto('examInvigilator')
    .values(ids.map((userId) => ({ examId, userId })))
    .execute()
}
