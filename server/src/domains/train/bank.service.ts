// Whether a bank may be used for training; checked when a training starts and again before a question of it is shown.
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { banksOf } from '../exam/training.service.ts'
import { hasBought } from '../pay/order/order.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'

/** A condition on exam: it closes its banks to training and is open: within its window, or later while a paper of it is still open. */
const isClosing = (now: Date) => sql<boolean>`(exam.close_training and not exam.offline and exam.state = ${sql.lit(ExamState.enabled)}
  and (coalesce(exam.start_time <= ${now}, true) and coalesce(exam.end_time > ${now}, true)
    or exists (select from paper p where p.exam_id = exam.id and p.state = ${sql.lit(PaperState.open)})))`

/**
 * Whether an exam that closes training uses the bank and is open: within its window, or later while a paper of it is still open.
 */
export async function isClosedByExam({ db, now }: Pick<Ctx, 'db' | 'now'>, repoId: string): Promise<boolean> {
  const found = await db
    .selectFrom('exam')
    .where(isClosing(now))
    .where(sql<boolean>`${repoId}::bigint in ${banksOf(sql.ref('exam.tmplId'))}`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Of these questions those whose bank an open exam closes to training, with the exam that ends last; one without an end comes first. */
export async function closedQuestions({ db, now }: Pick<Ctx, 'db' | 'now'>, quIds: readonly string[]) {
  const { rows } = await sql<{ quId: string; examTitle: string; until: Date | null }>`
    select distinct on (qu.id) qu.id::text as qu_id, exam.title as exam_title, exam.end_time as until
    from qu join exam on ${isClosing(now)} and qu.repo_id in ${banksOf(sql.ref('exam.tmplId'))}
    where qu.id = any(${quIds}::bigint[])
    order by qu.id, exam.end_time desc nulls first`.execute(db)
  return rows
}

/** Fails trainClosed while an exam has closed the bank to training; not for callers with repo:list. */
export async function mustNotBeClosed(ctx: Ctx, repoId: string): Promise<void> {
  if (!can(ctx, 'repo:list') && (await isClosedByExam(ctx, repoId))) fail('trainClosed')
}

/**
 * The bank, if the caller may train on it now. Callers with repo:list always may, and wrong answers may be trained whatever the bank, because their
 * keys have been shown already.
 * Fails notFound for a bank not open to training, repoUnpaid for one that has a price and was not bought.
 */
export async function mustTrainOn(ctx: Ctx, { repoId, mode }: { repoId: string; mode: number }) {
  const repo = await mustFindRepo(ctx, repoId)
  if (mode === TrainMode.wrong || mode === TrainMode.spaced || can(ctx, 'repo:list')) return repo
  if (!repo.isTrain) fail('notFound', say('repoNoTraining'))
  if ((repo.price > 0 || repo.costPoints > 0) && !(await hasBought(ctx.db, ctx.user.id, 'repo', repoId))) fail('repoUnpaid')
  return repo
}
