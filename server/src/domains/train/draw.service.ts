// Draws choice questions of a bank for battles and activities, and says which users can see a bank now.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { mixed, type Posed, poseQuestion, randomReference } from '../paper/attempt/entry/practice.service.ts'
import { type OpenIn, openQuestions } from '../qu/bank/open.service.ts'
import { questionsOf } from '../qu/bank/question-read.service.ts'
import { among } from '../../kernel/database.ts'

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

/**
 * Draws by seed and freezes the questions as shown and as marked. Those that are shown have a reference instead of the bank's id, which other
 * calls could ask about; their keys keep it. Null if the bank has too few.
 */
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
    if (!question) return []
    const { shown, key } = poseQuestion(question, seed)
    return [{ shown: { ...shown, quId: randomReference() }, key }]
  })
}

const take = (ids: readonly string[], count: number, seed: string) => (ids.length < count ? null : mixed(ids, seed).slice(0, count))

/** Whether a question of the bank is open for the caller in one of these (docs/decisions/0155). */
export async function sitsOn(ctx: Pick<Ctx, 'app' | 'db' | 'user'>, repoId: string, kinds: readonly OpenIn[]): Promise<boolean> {
  const open = [...(await openQuestions(ctx, kinds))]
  if (open.length === 0) return false
  const found = await ctx.db.selectFrom('qu').where(among('id', open)).where('repoId', '=', repoId).select('id').limit(1).executeTakeFirst()
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
