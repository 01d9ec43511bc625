// Figures of the start page are remembered for half a minute, for each group of users who see the same.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { site } from '../../site/config/config.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

export { briefly } from '../../../kernel/memo/briefly.ts'

/** What a caller sees: everything, the people of departments, or only themselves. */
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
  const { width, deptCodes, tops } = await scopeOf(ctx)
  if (width === 'all') return { key: '', people: undefined, departs: sql<SqlBool>`dept_code = ''` }
  const { id } = ctx.user
  if (width === 'own') return { key: `user ${id}`, people: sql<SqlBool>`sys_user.id = ${id}::bigint`, departs: undefined }
  const among = (column: string) => sql<SqlBool>`${sql.ref(column)} = any(${deptCodes}::text[])`
  return { key: `departs ${tops.join(' ')}`, people: among('sysUser.deptCode'), departs: among('statDay.deptCode') }
}

/** Percent by which counts of the start page are multiplied (decisions.md, 28); 100 unless an administrator turned it on. */
export async function scaleOf(ctx: Pick<Ctx, 'app'>): Promise<number> {
  const { scaleCounts, displayScale } = (await site(ctx)).props
  return scaleCounts ? displayScale : 100
}

export const scaled = (value: number, percent: number): number => Math.round((value * percent) / 100)
