// The question of an exam to be fixed: the frozen question with the key after all fixes.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import type { QuestionBody, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { questionsOf } from '../../qu/bank/question-read.service.ts'
import { findQuestion, saveQuestion } from '../../qu/bank/qu.service.ts'
import { shownItem } from './fix-check.rules.ts'
import { fixesOf } from '../grade/applied-fix.service.ts'
import { frozenColumns, storedContent, storedKeys } from '../question/stored.service.ts'
import { voidedBy } from '../marking/marking-fix.rules.ts'

type Item = Output<(typeof fix)['item']>
type Form = Input<(typeof fix)['commit']>

/** The question as frozen in the exam's newest paper. Fails notFound if no paper of the exam has it. */
export async function frozenItem({ db }: Pick<Ctx, 'db'>, examId: string, quId: string) {
  const row = must(
    await db
      .selectFrom('paper')
      .where('examId', '=', examId)
      .where('state', '>=', PaperState.open)
      .where(sql<boolean>`(keys @> ${JSON.stringify([{ quId }])}::jsonb
        or exists (select from paper_question q where q.qu_id = ${quId}::bigint and q.id = any(paper.question_ids)))`)
      .orderBy('id', 'desc')
      .limit(1)
      .select(frozenColumns)
      .executeTakeFirst(),
  )
  const question = (await storedContent({ db }, row)).flatMap((group) => group.quList).find((one) => one.quId === quId)
  const key = (await storedKeys({ db }, row)).find((one) => one.quId === quId)
  return { question: must(question), key: must(key) }
}

/** The values with which the fix dialog opens. Fails notFound. */
export async function findItem(ctx: Ctx, { examId, quId }: Input<(typeof fix)['item']>): Promise<Item> {
  const { question, key } = await frozenItem(ctx, examId, quId)
  const fixes = await fixesOf(ctx.db, examId)
  const bank = (await questionsOf(ctx, [quId])).get(quId)
  return {
    ...shownItem(question, key, fixes),
    voidHow: voidedBy(fixes.filter((one) => one.quId !== quId))?.how ?? null,
    bankFits: bank !== undefined && !bank.deleted && bank.version === key.version && can(ctx, 'qu:update'),
  }
}

/**
 * Applies the fix to the bank as a new version of the question. Fails forbidden without qu:update, and at `updateBank` if the bank's question has
 * changed since the paper was drawn.
 */
export async function correctBank(ctx: Ctx, { quId, subId, key }: Form, asked: QuestionKey) {
  if (!can(ctx, 'qu:update')) fail('forbidden')
  const current = (await questionsOf(ctx, [quId])).get(quId)
  if (!current || current.deleted || current.version !== asked.version) failField('updateBank', say('fixBankStale'))
  const { body, repoId, chapterId, quType, level, tags, version } = await findQuestion(ctx, { id: quId })
  const corrected = <T extends Pick<QuestionBody, 'options' | 'blanks' | 'pairs' | 'rule'>>(one: T): T => ({
    ...one,
    options: key.right ? one.options.map((option) => ({ ...option, isRight: key.right!.includes(option.tag) })) : one.options,
    blanks: key.blanks ?? one.blanks,
    pairs: key.pairs ?? one.pairs,
    rule: key.rule ?? one.rule,
  })
  const changed = subId === '' ? corrected(body) : { ...body, subs: body.subs.map((sub) => (sub.id === subId ? corrected(sub) : sub)) }
  await saveQuestion(ctx, { id: quId, version, repoId, chapterId, quType, level, tags, body: changed })
}
