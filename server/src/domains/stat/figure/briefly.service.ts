// Figures of the start page are remembered for half a minute, for each group of users who see the same.
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { inDepartBranches } from '../sys/org/depart.service.ts'
import { site } from '../sys/site/config.service.ts'
import { dataScope } from '../sys/role-menu/role.service.ts'

export { briefly } from '../../kernel/memo/briefly.ts'

/** What a caller sees: everything, a department with its branches, or only themselves. */
export type Reach = {
  /** equal for callers who see the same */
  key: string
  /** a condition on sys_user; undefined without limit */
  people: Expression<SqlBool> | undefined
  /** a condition on stat_day.dept_code; undefined where days are not counted beforehand */
  departs: Expression<SqlBool> | undefined
}

/** The reach of the caller. */
export async function reachOf(ctx: Ctx): Promise<Reach> {
  const scope = await dataScope(ctx)
  if (scope === DataScope.all) return { key: '', people: undefined, departs: sql<SqlBool>`dept_code = ''` }
  const { id, deptCode } = ctx.user
  if (scope === DataScope.own) return { key: `user ${id}`, people: sql<SqlBool>`sys_user.id = ${id}::bigint`, departs: undefined }
  return {
    key: `depart ${deptCode}`,
    people: inDepartBranches('sysUser.deptCode', [deptCode]),
    departs: inDepartBranches('statDay.deptCode', [deptCode]),
  }
}

/** Percent by which counts of the start page are multiplied (decisions.md, 28); 100 unless an administrator turned it on. */
export async function scaleOf(ctx: Pick<Ctx, 'app'>): Promise<number> {
  const { scaleCounts, displayScale } = (await site(ctx)).props
  return scaleCounts ? displayScale : 100
}

export const scaled = (value: number, percent: number): number => Math.round((value * percent) / 100)
