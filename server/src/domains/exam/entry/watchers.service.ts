// Names who will watch an exam that is about to be published (docs/decisions/0052).
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { watchTags } from '@shuyuan/contract/exam/entry/invigilation.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { administratorRole } from '../../people/role-menu/right.service.ts'
import { scopeTops, seesAll } from '../../people/role-menu/scope.service.ts'
import { examAudience } from './audience.service.ts'

type Reach = (typeof exam)['reach']
const NAMES = 5

/** Who made the stored exam; the caller for a new one. Fails notFound. */
async function makerOf({ db, user }: Ctx, id: string | undefined): Promise<string | null> {
  if (id === undefined) return user.id
  return must(await db.selectFrom('exam').where('id', '=', id).select('createBy').executeTakeFirst()).createBy
}

/**
 * The users who can watch candidates of this audience, by the rule of `findWatched`. Holders of the built-in administrator role may do everything
 * on a site; they count only as maker or as named invigilators, so that they do not hide that no other user watches. Fails notFound for an
 * unknown exam.
 */
export async function watchersOf(ctx: Ctx, { id, invigilatorIds, ...audience }: Input<Reach>): Promise<Output<Reach>['watchers']> {
  const maker = await makerOf(ctx, id)
  const { rows } = await sql<{ id: string; realName: string }>`
    with holder as (
      select u.id, u.real_name, bool_or(m.permission_tag = 'exam:watch') as watches,
        ${seesAll(sql`u.id`)} as sees_all,
        exists (select from sys_user_role ur where ur.user_id = u.id and ur.role_id = ${administratorRole}::bigint) as is_administrator
      from sys_menu m join sys_role_menu rm on rm.menu_id = m.id join sys_user_role held on held.role_id = rm.role_id
        join sys_user u on u.id = held.user_id
      where m.permission_tag = any(${[...watchTags]}::text[]) and u.state = ${sql.lit(UserState.active)}
        and u.role_type = ${sql.lit(RoleType.staff)}
      group by u.id, u.real_name)
    select id, real_name from holder
    where id = ${maker}::bigint or id = any(${invigilatorIds}::bigint[])
      or watches and not is_administrator and (sees_all
        or ${invigilatorIds.length === 0}::boolean and exists (
          select from ${scopeTops(sql`holder.id`)} top join sys_depart branch on starts_with(branch.path, top.path)
            join sys_user person on person.dept_code = branch.dept_code
          where person.state = ${sql.lit(UserState.active)} and ${examAudience.wouldConcern(audience)}))
    order by not coalesce(id = ${maker}::bigint, false), not id = any(${invigilatorIds}::bigint[]), real_name, id`.execute(ctx.db)
  return {
    people: rows.length,
    names: rows.slice(0, NAMES).map((one) => one.realName),
    onlyMaker: rows.every((one) => one.id === maker),
  }
}
