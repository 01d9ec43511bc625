// Questions by chance of another system as draw rules.
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import type { OldPaper } from '../old-site.format.ts'
import type { Run } from './run.service.ts'

type Draws = OldPaper['groups'][number]['draws']
type Rule = { repoId: string; chapterId: string; quType: number; level: null; count: number; perScore: number }

/**
 * A draw there takes any question of a category, a rule here one type of a bank: the number is divided among the types by what the bank has.
 * @param fixed questions that the paper names, and which are not drawn
 * @returns the rules, and how many questions there are too few
 */
export async function drawsOf(run: Run, ctx: Ctx, draws: Draws, fixed: readonly string[]): Promise<{ draws: Rule[]; lost: number }> {
  const rules: Rule[] = []
  let lost = 0
  for (const { bankId, chapter, count, points } of draws) {
    const repoId = run.idOf('repo', bankId)
    const stock = repoId === undefined ? [] : await stockOf(ctx, repoId, chapter, fixed)
    const parts = shared(count, stock)
    lost += count - parts.reduce((sum, one) => sum + one.count, 0)
    for (const part of parts) rules.push({ repoId: repoId ?? '', level: null, perScore: points, ...part })
  }
  return { draws: rules, lost }
}

type Stock = { quType: number; chapterId: string; n: number }

async function stockOf({ db }: Ctx, repoId: string, chapter: string, fixed: readonly string[]): Promise<Stock[]> {
  const rows = await db
    .selectFrom('qu')
    .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
    .where('qu.repoId', '=', repoId)
    .where('deleted', '=', false)
    .$if(chapter !== '', (query) => query.where('repoChapter.title', '=', chapter))
    .$if(fixed.length > 0, (query) => query.where((eb) => eb.not(among('qu.id', fixed))))
    .groupBy(['quType', ...(chapter === '' ? [] : (['chapterId'] as const))])
    .orderBy('quType')
    .select(['quType', sql<number>`count(*)::int`.as('n')])
    .$if(chapter !== '', (query) => query.select(sql<string>`min(qu.chapter_id)::text`.as('chapterId')))
    .execute()
  return rows.map((row) => ({ quType: row.quType, n: row.n, chapterId: (row as { chapterId?: string }).chapterId ?? '' }))
}

/** Divides `count` in proportion to the stock, the remainder to the largest. */
export function shared(count: number, stock: readonly Stock[]): { quType: number; chapterId: string; count: number }[] {
  const all = stock.reduce((sum, one) => sum + one.n, 0)
  const wanted = Math.min(count, all)
  const parts = stock.map(({ quType, chapterId, n }) => ({ quType, chapterId, n, count: Math.floor((wanted * n) / Math.max(all, 1)) }))
  let left = wanted - parts.reduce((sum, one) => sum + one.count, 0)
  for (const one of parts.toSorted((a, b) => b.n - a.n)) {
    const more = Math.min(left, one.n - one.count)
    one.count += more
    left -= more
  }
  return parts.filter((one) => one.count > 0).map(({ quType, chapterId, count: part }) => ({ quType, chapterId, count: part }))
}
