// The mean of the ratings of courses.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'

export type RateSum = {
  /** 1 to 5, rounded to a tenth; 0 without ratings */
  rateMean: number
  rateCount: number
}

/** Over the ratings that are shown, by course; of a course without one there is no entry. */
export async function rateSums({ db }: Pick<Ctx, 'db'>, courseIds: readonly string[]): Promise<Map<string, RateSum>> {
  if (courseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('courseRate')
    .where(among('courseId', courseIds))
    .where('hidden', '=', false)
    .groupBy('courseId')
    .select(['courseId', sql<number>`count(*)::int`.as('rateCount'), sql<number>`round(avg(stars), 1)::float8`.as('rateMean')])
    .execute()
  return new Map(rows.map(({ courseId, ...sum }) => [courseId, sum]))
}

export const noRates: RateSum = { rateMean: 0, rateCount: 0 }
