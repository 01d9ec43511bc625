// Figures of the start page are remembered for half a minute, for each group of users who see the same.
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { inDepartBranches } from '../sys/org/depart.service.ts'
import { site } from '../sys/site/config.service.ts'
import { dataScope } from '../sys/role-menu/role.service.ts'

const BRIEF_MS = 30_000
const MOST = 500

type Kept = { at: number; value: Promise<unknown> }
const keptIn = appPart(() => new Map<string, Kept>())

/** The value of `compute`, at most half a minute old; concurrent callers share one computation, and a failure is not kept. */
export function briefly<T>({ app, now }: Pick<Ctx, 'app' | 'now'>, key: string, compute: () => Promise<T>): Promise<T> {
  const kept = keptIn(app)
  const found = kept.get(key)
  const age = found ? now.getTime() - found.at : Infinity
  if (found && age >= 0 && age < BRIEF_MS) return found.value as Promise<T>
  const value = compute()
  kept.delete(key)
  kept.set(key, { at: now.getTime(), value })
  const oldest = kept.keys().next().value
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  value.catch(() => kept.get(key)?.value === value && kept.delete(key))
  return value
}

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
