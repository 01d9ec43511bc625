// Writes the users of an import in portions.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { report } from '../../site/log/happening.service.ts'
import { endSessions, invalidateUsers } from '../../session/session.service.ts'
import { idCardOfUser, idCardPrint, sealedIdCard } from './id-card.service.ts'
import { replaceRoles } from './user-batch.service.ts'
import type { Ready } from './user-match.rules.ts'

const PORTION = 1_000
type Hashes = ReadonlyMap<string, string>
/** `hashes` by password, for every row that has one; `mustChange`: an own password has to be chosen in its place at the first sign-in. */
export type Passwords = { hashes: Hashes; mustChange: boolean }

/** The values of a row as the statements read them; null leaves the stored value. */
const recordOf = (app: App, { draft, deptCode, roleIds, roleType }: Ready, id: string, { hashes, mustChange }: Passwords) => ({
  id,
  user_name: draft.userName,
  real_name: draft.realName || null,
  dept_code: deptCode || null,
  role_type: roleType ?? null,
  mobile: draft.mobile || null,
  email: draft.email || null,
  id_card: sealedIdCard(app, idCardOfUser, id, draft.idCard).idCard || null,
  id_card_print: idCardPrint(app, draft.idCard) || null,
  password_hash: hashes.get(draft.password) ?? null,
  must_change_pass: mustChange && draft.password !== '',
  expire_time: draft.expireTime === '' ? null : fromWallClock(draft.expireTime).toISOString(),
  roles: roleIds,
})
const given = (
  app: App,
  rows: readonly Ready[],
  ids: readonly string[],
  passwords: Passwords,
) => sql`jsonb_to_recordset(${json(rows.map((row, at) => recordOf(app, row, ids[at] ?? '', passwords)))}::jsonb)
  as v (id bigint, user_name text, real_name text, dept_code text, role_type smallint, mobile text, email text, id_card text, id_card_print text,
    password_hash text, must_change_pass boolean, expire_time timestamptz, roles bigint[])`

/**
 * Adds the rows without an id and changes the others. A new password ends the user's sessions.
 * @param report called with the number of rows stored
 */
export async function storePeople(ctx: Ctx, rows: readonly Ready[], passwords: Passwords, report: (done: number) => void) {
  const fresh = rows.filter((row) => row.id === undefined)
  const existing = rows.filter((row) => row.id !== undefined)
  for (let from = 0; from < fresh.length; from += PORTION) {
    await add(ctx, fresh.slice(from, from + PORTION), passwords)
    report(Math.min(from + PORTION, fresh.length))
  }
  for (let from = 0; from < existing.length; from += PORTION) {
    await change(ctx, existing.slice(from, from + PORTION), passwords)
    report(fresh.length + Math.min(from + PORTION, existing.length))
  }
  return { inserted: fresh.length, updated: existing.length }
}

async function add(ctx: Ctx, rows: readonly Ready[], passwords: Passwords) {
  const { app, db, now } = ctx
  // a number is sealed for its row, whose id is therefore needed before
  const { rows: fresh } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('sys_user', 'id'))::text as id from generate_series(1, ${rows.length}::int)`.execute(db)
  const ids = fresh.map(({ id }) => id)
  await sql`
    with v as materialized (select * from ${given(app, rows, ids, passwords)}),
    added as (
      insert into sys_user (id, user_name, real_name, dept_code, role_type, mobile, email, id_card, id_card_print, password_hash, must_change_pass,
        expire_time, create_time, update_time)
      select id, user_name, real_name, dept_code, coalesce(role_type, 1), mobile, coalesce(email, ''), coalesce(id_card, ''), coalesce(id_card_print, ''), password_hash,
        must_change_pass, expire_time, ${now}::timestamptz, ${now}::timestamptz
      from v returning id)
    insert into sys_user_role (user_id, role_id)
    select added.id, role_id from added join v using (id) cross join unnest(v.roles) role_id`.execute(db)
  await report(
    ctx,
    'user.created',
    ids.map((userId) => ({ userId, data: {} })),
  )
}

const idOf = (row: Ready) => row.id ?? ''

async function change(ctx: Ctx, rows: readonly Ready[], passwords: Passwords) {
  await sql`
    update sys_user u set real_name = coalesce(v.real_name, u.real_name), dept_code = coalesce(v.dept_code, u.dept_code),
      role_type = coalesce(v.role_type, u.role_type), mobile = coalesce(v.mobile, u.mobile), email = coalesce(v.email, u.email),
      id_card = coalesce(v.id_card, u.id_card), id_card_print = coalesce(v.id_card_print, u.id_card_print), password_hash = coalesce(v.password_hash, u.password_hash),
      must_change_pass = u.must_change_pass or v.must_change_pass, expire_time = coalesce(v.expire_time, u.expire_time), version = u.version + 1, update_time = ${ctx.now}::timestamptz
    from ${given(ctx.app, rows, rows.map(idOf), passwords)} where u.id = v.id`.execute(ctx.db)
  const withRoles = rows.filter((row) => row.roleIds.length > 0)
  await replaceRoles(
    ctx,
    withRoles.map(idOf),
    withRoles.flatMap((row) => row.roleIds.map((roleId) => ({ userId: idOf(row), roleId }))),
  )
  const signedOut = rows.filter((row) => row.draft.password !== '').map(idOf)
  if (signedOut.length > 0) await endSessions(ctx, signedOut, 'password')
  ctx.afterCommit(() => invalidateUsers(ctx.app, rows.map(idOf)))
}
