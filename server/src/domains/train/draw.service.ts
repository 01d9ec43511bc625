// Draws choice questions of a bank for battles and activities, and says who may see a bank now.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { openQuestionIds } from '../paper/attempt/open-questions.service.ts'
import { mixed, type Posed, poseQuestion } from '../paper/attempt/practice.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'

/** Types whose answer is a choice. */
export const choiceTypes = [QuType.single, QuType.multiple, QuType.trueFalse] as const
type ChoiceType = (typeof choiceTypes)[number]
/** Questions by type; a number alone: of any of the types. */
type Wanted = number | Record<ChoiceType, number>

/** The number of choice questions of a bank by type. */
export async function choiceStock({ db }: Pick<Ctx, 'db'>, repoId: string): Promise<Record<ChoiceType, number>> {
  const rows = await db
    .selectFrom('qu')
    .where('repoId', '=', repoId)
    .where('deleted', '=', false)
    .where('quType', 'in', choiceTypes)
    .groupBy('quType')
    .select(['quType', sql<number>`count(*)::int`.as('count')])
    .execute()
  const of = (type: ChoiceType) => rows.find((row) => row.quType === type)?.count ?? 0
  return { [QuType.single]: of(QuType.single), [QuType.multiple]: of(QuType.multiple), [QuType.trueFalse]: of(QuType.trueFalse) }
}

/** Draws by seed and freezes the questions as shown and as marked. Null if the bank has too few. */
export async function drawQuestions(ctx: Pick<Ctx, 'db'>, repoId: string, wanted: Wanted, seed: string): Promise<Posed[] | null> {
  // one text per type is read much faster than one row per question
  const rows = await ctx.db
    .selectFrom('qu')
    .where('repoId', '=', repoId)
    .where('deleted', '=', false)
    .where('quType', 'in', choiceTypes)
    .groupBy('quType')
    .orderBy('quType')
    .select(['quType', sql<string>`string_agg(id::text, ',' order by id)`.as('ids')])
    .execute()
  const stock = new Map(rows.map((row) => [row.quType, row.ids.split(',')]))
  const ids =
    typeof wanted === 'number'
      ? take([...stock.values()].flat(), wanted, seed)
      : choiceTypes.flatMap((type) => take(stock.get(type) ?? [], wanted[type], seed) ?? [])
  const total = typeof wanted === 'number' ? wanted : choiceTypes.reduce((sum, type) => sum + wanted[type], 0)
  if (!ids || ids.length < total) return null
  const questions = await questionsOf(ctx, ids)
  return ids.flatMap((id) => {
    const question = questions.get(id)
    return question ? [poseQuestion(question, seed)] : []
  })
}

const take = (ids: readonly string[], count: number, seed: string) => (ids.length < count ? null : mixed(ids, seed).slice(0, count))

/** Whether a question of the bank is on an open paper of the caller (docs/decisions/0033). */
export async function sitsOn(ctx: Pick<Ctx, 'db' | 'user'>, repoId: string): Promise<boolean> {
  const open = [...(await openQuestionIds(ctx))]
  if (open.length === 0) return false
  const found = await ctx.db
    .selectFrom('qu')
    .where(sql<boolean>`id = any(${open}::bigint[])`)
    .where('repoId', '=', repoId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Right answers in training on the bank in percent; null with fewer than ten answers. */
export async function accuracyOf({ db }: Pick<Ctx, 'db'>, userId: string, repoId: string): Promise<number | null> {
  const row = await db
    .selectFrom('trainDone')
    .where('userId', '=', userId)
    .where('repoId', '=', repoId)
    .select([sql<number>`coalesce(sum(answers), 0)::int`.as('answers'), sql<number>`coalesce(sum(rights), 0)::int`.as('rights')])
    .executeTakeFirstOrThrow()
  return row.answers < 10 ? null : Math.round((row.rights * 100) / row.answers)
}
