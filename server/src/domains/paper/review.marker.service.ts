// Who can be given marks: people of the back office who may mark.
import type { review } from '@shuyuan/contract/paper/review.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { containing, type Database } from '../../kernel/database.ts'
import { failField } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'

/** Normal accounts of the back office that hold paper:review. */
const markersIn = (db: Database) =>
  db
    .selectFrom('sysUser')
    .where('roleType', '=', 2)
    .where('sysUser.state', '=', 0)
    .where((e) =>
      e.exists(
        e
          .selectFrom('sysUserRole')
          .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
          .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
          .whereRef('sysUserRole.userId', '=', 'sysUser.id')
          .where('permissionTag', '=', 'paper:review')
          .select('sysMenu.id'),
      ),
    )

/** These people, in this order. Fails at `markers` where one of them may not mark. */
export async function mustMark({ db }: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<{ id: string; realName: string }[]> {
  const rows = await markersIn(db)
    .where('sysUser.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['sysUser.id', 'realName'])
    .execute()
  if (rows.length < ids.length) failField('markers', '所选人员中有人没有阅卷权限')
  return ids.map((id) => rows.find((row) => row.id === id)!)
}

/** All of them whatever the caller's data scope, as allotting asks for nothing else either; `name` is part of a name or an account. */
export async function pageMarkers(
  { db }: Ctx,
  { params, ...paging }: Input<typeof review.markers>,
): Promise<Output<typeof review.markers>> {
  const word = containing(params.name ?? '')
  const query = markersIn(db)
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .$if(!!params.name, (q) => q.where((e) => e.or([e('realName', 'ilike', word), e('userName', 'ilike', word)])))
    .select(['sysUser.id', 'realName', 'userName', 'deptName'])
  const page = await pageOf(query, paging, { realName: 'realName', userName: 'userName' }, [
    ['realName', 'asc'],
    ['sysUser.id', 'asc'],
  ])
  return { ...page, records: page.records.map(({ deptName, ...row }) => ({ ...row, deptCode_dictText: deptName ?? '' })) }
}
