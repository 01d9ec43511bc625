// The ten totals of the start page.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { totalNum } from '@shuyuan/contract/stat/total.ts'
import type { TotalName } from '@shuyuan/contract/site/config/total-name.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { site } from '../../site/config/config.service.ts'
import { totalsOf } from '../../site/config/total.service.ts'
import { briefly, reachOf, scaled, scaleOf } from '../figure/briefly.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'

type Counted = { values: Partial<Record<TotalName, number>>; change: Partial<Record<TotalName, number>>; time: Date }

/** The totals of the modules that are on; those of people within the caller's data scope. */
export async function allTotals(ctx: Ctx): Promise<Output<typeof totalNum.all>> {
  const [{ props }, reach, scale] = await Promise.all([site(ctx), reachOf(ctx), scaleOf(ctx)])
  const { values, change, time } = await briefly(ctx, `totals ${reach.key}`, () => count(ctx, reach.people))
  const isShown = ([name]: [string, number]) => {
    const { module } = totalsOf(ctx.app).get(name as TotalName) ?? {}
    return module === undefined || props[module]
  }
  const shown = (counts: Counted['values']) =>
    Object.fromEntries(
      Object.entries(counts)
        .filter(isShown)
        .map(([name, value]) => [name, scaled(value, scale)]),
    )
  return { ...shown(values), change: shown(change), scale, time }
}

async function count({ app, now }: Ctx, people: Awaited<ReturnType<typeof reachOf>>['people']): Promise<Counted> {
  const { rows } = await sql<{ name: TotalName; value: number }>`
    select name, value::float8 as value from stat_total where day = ${dayAgo(now, 1)}::date`.execute(app.db)
  const before = new Map(rows.map((row) => [row.name, row.value]))
  const counted: Counted = { values: {}, change: {}, time: now }
  for (const [name, total] of totalsOf(app)) {
    const value = await total.count(app.db, people)
    counted.values[name] = value
    const earlier = before.get(name)
    // the day before was counted for the whole site only
    if (earlier !== undefined && (people === undefined || !total.ofPeople)) counted.change[name] = value - earlier
  }
  return counted
}
