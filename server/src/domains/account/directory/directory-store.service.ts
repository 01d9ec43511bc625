// Carries a plan of the directory sync out, in the caller's transaction.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { report } from '../../site/log/happening.service.ts'
import { addPaths } from '../../people/org/depart-admin.service.ts'
import { builtInRole } from '../../people/role-menu/role.service.ts'
import { endSessions, invalidateUsers } from '../../session/session.service.ts'
import { mustFitLicense, withinUserLimit } from '../../site/config/license.service.ts'
import { departTree } from './directory-known.service.ts'
import type { DepartTree, Row } from './directory-plan.rules.ts'

const PORTION = 1_000

/**
 * Adds departments and accounts, changes and moves accounts, disables and restores them. Roles are never changed, nothing is deleted.
 * Fails licenseSeats.
 */
export async function carryOut(ctx: Ctx, rows: readonly Row[], deptCode: string): Promise<void> {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind)
  const before = await departTree(ctx, deptCode)
  const paths = of('depart').map(({ departs }) => departs ?? [])
  if (paths.length > 0) await addPaths(ctx, before.top.id, paths)
  const departs = paths.length > 0 ? await departTree(ctx, deptCode) : before
  const added = of('add')
  await withinUserLimit(ctx, async () => {
    await disable(ctx, idsOf(of('disable')))
    await restore(ctx, idsOf(of('restore')))
    for (const portion of portions(added)) await add(ctx, portion, departs)
  })
  if (added.length > 0) await mustFitLicense(ctx)
  const changed = [...of('change'), ...of('move')]
  for (const portion of portions(changed)) await change(ctx, portion, departs)
  const touched = [...new Set(idsOf([...changed, ...of('restore')]))]
  if (touched.length > 0) ctx.afterCommit(() => invalidateUsers(ctx.app, touched))
}

const idsOf = (rows: readonly Row[]) => rows.flatMap(({ userId }) => userId ?? [])

function* portions(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += PORTION) yield rows.slice(from, from + PORTION)
}

const valueOf = ({ changes }: Row, field: 'userName' | 'realName' | 'mobile' | 'email') =>
  changes.find((one) => one.field === field)?.to ?? null

/** The account signs in by the directory: it has no password, and is bound to its entry. */
async function add(ctx: Ctx, rows: readonly Row[], departs: DepartTree) {
  const given = rows.map((row) => ({
    entry_id: row.entryId,
    user_name: row.userName,
    real_name: row.realName,
    dept_code: departs.codeOf(row.departs ?? []),
    mobile: valueOf(row, 'mobile'),
    email: valueOf(row, 'email') ?? '',
  }))
  const { rows: fresh } = await sql<{ id: string }>`
    with v as materialized (
      select nextval(pg_get_serial_sequence('sys_user', 'id')) as id, r.*
        from jsonb_to_recordset(${json(given)}::jsonb) r (entry_id text, user_name text, real_name text, dept_code text, mobile text, email text)
    ), added as (
      insert into sys_user (id, user_name, real_name, password_hash, role_type, dept_code, mobile, email, create_time, update_time)
      select id, user_name, real_name, '', ${sql.lit(RoleType.learner)}, dept_code, mobile, email, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from v
    ), marked as (insert into sys_directory_user (user_id, entry_id) select id, entry_id from v
    ), bound as (insert into sys_user_bind (user_id, login_type, open_id, nick_name) select id, 'ldap', entry_id, real_name from v
    ), roled as (insert into sys_user_role (user_id, role_id) select id, ${builtInRole.learner}::bigint from v)
    select id::text as id from v`.execute(ctx.db)
  await report(
    ctx,
    'user.created',
    fresh.map(({ id }) => ({ userId: id, data: {} })),
  )
}

async function change({ db, now }: Ctx, rows: readonly Row[], departs: DepartTree) {
  const given = rows.map((row) => ({
    id: row.userId,
    user_name: valueOf(row, 'userName'),
    real_name: valueOf(row, 'realName'),
    mobile: valueOf(row, 'mobile'),
    email: valueOf(row, 'email'),
    dept_code: row.kind === 'move' ? departs.codeOf(row.departs ?? []) : null,
  }))
  await sql`
    update sys_user u set user_name = coalesce(v.user_name, u.user_name), real_name = coalesce(v.real_name, u.real_name),
        mobile = coalesce(v.mobile, u.mobile), email = coalesce(v.email, u.email), dept_code = coalesce(v.dept_code, u.dept_code),
        version = version + 1, update_time = ${now}::timestamptz
      from (select id, max(user_name) as user_name, max(real_name) as real_name, max(mobile) as mobile, max(email) as email,
              max(dept_code) as dept_code
            from jsonb_to_recordset(${json(given)}::jsonb) r (id bigint, user_name text, real_name text, mobile text, email text, dept_code text)
            group by id) v
      where u.id = v.id`.execute(db)
}

async function disable(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return
  await setState(ctx, ids, UserState.disabled)
  await report(
    ctx,
    'user.disabled',
    ids.map((userId) => ({ userId, data: {} })),
  )
  await endSessions(ctx, ids, 'disabled')
}

const restore = (ctx: Ctx, ids: string[]) => setState(ctx, ids, UserState.active)

async function setState({ db, now }: Ctx, ids: string[], state: UserState) {
  await sql`update sys_user set state = ${state}, version = version + 1, update_time = ${now}::timestamptz
    where id = any(${ids}::bigint[])`.execute(db)
  const leftTime = state === UserState.disabled ? now : null
  await sql`update sys_directory_user set left_time = ${leftTime}::timestamptz where user_id = any(${ids}::bigint[])`.execute(db)
}
