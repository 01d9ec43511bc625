// The groups of a template, with the stock of each draw rule.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { tmplGroup } from '@shuyuan/contract/tmpl/group.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { must } from '../../kernel/fail.ts'
import { stockCells } from './stock.service.ts'
import { stockFor } from './tmpl.rules.ts'
import { among } from '../../kernel/database.ts'

/** Groups in order, with draw rules, their current stock, and fixed questions. */
export async function groupsOf(ctx: Ctx, tmplId: string) {
  const { db } = ctx
  const groups = await db.selectFrom('tmplGroup').where('tmplId', '=', tmplId).orderBy('sort').selectAll().execute()
  const draws = await db
    .selectFrom('tmplDraw')
    .innerJoin('tmplGroup', 'tmplGroup.id', 'tmplDraw.groupId')
    .where('tmplId', '=', tmplId)
    .orderBy('tmplDraw.sort')
    .select(['groupId', 'repoId', 'chapterId', 'quType', 'level', 'count', 'perScore'])
    .execute()
  const questions = await fixedQuestions(
    ctx,
    groups.map((group) => group.id),
  )
  const plain = draws.map((draw) => ({ ...draw, chapterId: draw.chapterId ?? '' }))
  const stock = await stockOf(ctx, { rows: plain })
  const stocked = plain.map((draw, at) => ({ ...draw, stock: stock[at] ?? 0 }))
  return groups.map(({ id, title, mode }) => ({
    id,
    title,
    mode: mode as 'fixed' | 'draw',
    draws: stocked.filter((draw) => draw.groupId === id),
    quList: questions.filter((one) => one.groupId === id),
  }))
}

async function fixedQuestions({ db }: Ctx, groupIds: string[]) {
  return db
    .selectFrom('tmplQu')
    .innerJoin('qu', 'qu.id', 'tmplQu.quId')
    .where(among('groupId', groupIds))
    .orderBy('tmplQu.sort')
    .select(['groupId', 'quId', 'score', 'quType', 'qu.title', 'level'])
    .execute()
}

/** The number of different contents that each draw rule can choose from; an empty chapter or level matches any. */
export async function stockOf(ctx: Pick<Ctx, 'db'>, { rows }: Input<typeof tmplGroup.stock>): Promise<number[]> {
  if (rows.length === 0) return []
  const cells = await stockCells(
    ctx,
    rows.map((row) => row.repoId),
  )
  return rows.map((row) => stockFor(row, cells))
}

export async function listGroups(ctx: Ctx, { id }: Input<(typeof tmplGroup)['list-group']>) {
  const groups = await groupsOf(ctx, id)
  return groups.map((group, sort) => ({
    id: group.id,
    title: group.title,
    mode: group.mode,
    sort,
    quCount: group.quList.length + group.draws.reduce((sum, draw) => sum + draw.count, 0),
    totalScore:
      group.quList.reduce((sum, one) => sum + one.score, 0) + group.draws.reduce((sum, draw) => sum + draw.count * draw.perScore, 0),
  }))
}

export async function listGroupQuestions(ctx: Ctx, { id }: Input<(typeof tmplGroup)['list-qu']>) {
  must(await ctx.db.selectFrom('tmplGroup').where('id', '=', id).select('id').executeTakeFirst())
  return fixedQuestions(ctx, [id])
}
