// Exports users as a sheet that can be imported again, and the empty import template.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { roleType } from '@shuyuan/contract/people/user/user-row.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { streamSheet, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { builtInRole } from '../role-menu/role.rules.ts'
import { listedUser, peopleMatching, withRoles } from './user-list.service.ts'
import { departPaths, departsByText } from './user-match.rules.ts'
import { exampleRow, exportColumns, guide, templateColumns } from './user-sheet-guide.format.ts'

const PORTION = 1_000

/** The matching users within the caller's data scope, newest first; every cell is text, so that no value becomes a formula. */
export async function exportUsers(ctx: Ctx, filters: Input<typeof user.export>): Promise<FileReply> {
  const day = toWallClock(ctx.now).slice(0, 10)
  return { name: `用户_${day}.xlsx`, type: xlsxType, body: streamSheet('用户', exportColumns, rowsOf(ctx, filters)) }
}

async function* rowsOf(ctx: Ctx, filters: Input<typeof user.export>): AsyncGenerator<string[]> {
  const departs = await ctx.db.selectFrom('sysDepart').select(['id', 'parentId', 'deptName', 'deptCode']).execute()
  const paths = departPaths(departs)
  const codes = departsByText(departs)
  // two departments may have the same path of names
  const departOf = (code: string) => (codes.get(paths.get(code) ?? '') === code ? (paths.get(code) ?? code) : code)
  let before: string | undefined
  for (;;) {
    const portion = await (
      await peopleMatching(ctx, filters)
    )
      .$if(before !== undefined, (query) => query.where('sysUser.id', '<', before ?? ''))
      .orderBy('sysUser.id', 'desc')
      .limit(PORTION)
      .select(listedUser)
      .execute()
    for (const one of await withRoles(ctx, portion)) {
      const { userName, realName, deptCode, roles_dictText: roles, mobile, email, expireTime, createTime } = one
      const until = expireTime === null ? '' : toWallClock(expireTime)
      yield [
        userName,
        realName,
        departOf(deptCode),
        roles,
        roleType[one.roleType],
        mobile,
        email,
        until,
        one.state_dictText,
        toWallClock(createTime),
      ]
    }
    before = portion.at(-1)?.id
    if (before === undefined || portion.length < PORTION) return
  }
}

/** The template: one example with an existing department and role, and a sheet that explains the columns. */
export async function userTemplate({ db }: Ctx): Promise<FileReply> {
  const depart = await db.selectFrom('sysDepart').orderBy('path').select('deptName').executeTakeFirst()
  const role = await db
    .selectFrom('sysRole')
    .orderBy((eb) => eb.case().when('id', '=', builtInRole.learner).then(0).else(1).end())
    .select('roleName')
    .executeTakeFirst()
  const body = await writeSheets([
    { name: '用户', columns: templateColumns, rows: [exampleRow(depart?.deptName ?? '', role?.roleName ?? '')] },
    {
      name: '填写说明',
      columns: [
        { header: '列', width: 16 },
        { header: '说明', width: 100 },
      ],
      rows: guide,
    },
  ])
  return { name: '用户导入模板.xlsx', type: xlsxType, body }
}
