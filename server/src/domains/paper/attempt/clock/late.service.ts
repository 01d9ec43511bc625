// The late store: its answers count only after an administrator has accepted them.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { type late, LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../../../../kernel/ctx.ts'
import { fail } from '../../../../kernel/fail.ts'
import { pageByKey } from '../../../../kernel/page.ts'
import { isComplete } from '../../marking/answer.rules.ts'
import { gradePaper } from '../../grade/grade.service.ts'
import { readAnswers } from '../../grade/stored-answers.service.ts'
import { mustGetCached } from '../save/paper-cache.service.ts'
import { hashAnswers } from '../save/receipt.rules.ts'
import { blindTo, withinPaperScope } from '../../grade/paper-scope.service.ts'
import { recordForAll } from '../../channel/timeline.service.ts'
import { among } from '../../../../kernel/database.ts'
import { mustNotBeArchivedOf } from '../../../exam/entry/archived.service.ts'

export async function pageLate(ctx: Ctx, { params, ...paging }: Input<typeof late.paging>) {
  const visible = await withinPaperScope(ctx)
  const query = ctx.db
    .selectFrom('paperLate')
    .where(visible)
    .leftJoin('paper', 'paper.id', 'paperLate.paperId')
    .leftJoin('sysUser', 'sysUser.id', 'paper.userId')
    .$if(params.examId !== undefined, (q) => q.where('examId', '=', params.examId ?? ''))
    .$if(params.paperId !== undefined, (q) => q.where('paperId', '=', params.paperId ?? ''))
    .$if(params.state !== undefined, (q) => q.where('paperLate.state', '=', params.state!))
    .select(['paperLate.id', 'paperId', 'paper.title', 'quId', 'answer', 'reason', 'receivedAt', 'paperLate.deadlineAt'])
    .select('paperLate.state')
    // blind marking hides the candidate's name from markers
    .select(sql<string>`case when ${blindTo(ctx)} then '' else sys_user.real_name end`.as('realName'))
    .$narrowType<{ reason: 'late' | 'superseded'; title: NotNull }>()
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'paperLate.id',
    sortable: { receivedAt: 'receivedAt' },
    fallback: [['paperLate.id', 'desc']],
  })
  const records = page.records.map((row) => ({
    ...row,
    answer: row.answer as unknown as Answer | null,
    gapSeconds: Math.floor((row.receivedAt.getTime() - row.deadlineAt.getTime()) / 1_000),
  }))
  return { ...page, records }
}

/**
 * Copies late answers into their papers in the order of arrival and grades these papers again; manual marks stay.
 * Answers accepted before do not change. Fails paperNotMarkable if one of the papers is open or given up.
 */
export async function acceptLate(ctx: Ctx, { ids }: Input<typeof late.accept>) {
  const { app, db, now } = ctx
  const waiting = db.selectFrom('paperLate').where(among('id', ids)).where('state', '=', LateState.waiting)
  // papers are locked before answers, as by saves
  const papers = await db
    .selectFrom('paper')
    .where('id', 'in', waiting.select('paperId'))
    .orderBy('id')
    .select(['id', 'userId', 'state'])
    .forUpdate()
    .execute()
  const rows = await waiting.orderBy('id').selectAll().forUpdate().execute()
  const paperIds = [...new Set(rows.map((row) => row.paperId))]
  await mustNotBeArchivedOf(ctx, paperIds)
  if (papers.some((one) => one.state !== PaperState.marking && one.state !== PaperState.done)) fail('paperNotMarkable')
  const owner = new Map(papers.map((one) => [one.id, one.userId]))
  for (const row of rows.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())) {
    const cached = await mustGetCached(app, row.paperId, owner.get(row.paperId)!, db)
    const answer = row.answer as unknown as Answer | null
    const shape = cached.shapes.get(row.quId)
    const saved = {
      session: row.session,
      seq: row.seq,
      answer: answer === null ? null : JSON.stringify(answer),
      complete: answer !== null && shape !== undefined && isComplete(shape, answer),
      savedAt: now,
    }
    await db
      .insertInto('paperAnswer')
      .values({ paperId: row.paperId, quId: row.quId, ...saved })
      .onConflict((conflict) =>
        // a newer save of the same page-load session may be stored already
        conflict
          .columns(['paperId', 'quId'])
          .doUpdateSet(saved)
          .where(sql<boolean>`paper_answer.session <> excluded.session or excluded.session = '' or paper_answer.seq < excluded.seq`),
      )
      .execute()
    const { complete: _kept, ...logged } = saved
    await db
      .insertInto('paperAnswerLog')
      .values({ paperId: row.paperId, quId: row.quId, ...logged })
      .execute()
  }
  await db
    .updateTable('paperLate')
    .set({ state: LateState.accepted })
    .where(
      among(
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  for (const id of paperIds) await markAgain(ctx, id)
  await recordForAll(db, paperIds, { kind: 'accept', by: ctx.user.id, at: now })
  ctx.change.after = rows.map(({ paperId, quId, receivedAt, deadlineAt }) => ({ paperId, quId, receivedAt, deadlineAt }))
  ctx.afterCommit(async () => {
    for (const id of paperIds) await gradePaper(app, id)
  })
  return { accepted: rows.length }
}

async function markAgain({ db }: Ctx, id: string) {
  const { answers, answered } = await readAnswers(db, id)
  await db
    .updateTable('paper')
    // the higher version makes a grading in progress fail, as it has read the answers without these
    .set((paper) => ({
      answered,
      answerHash: hashAnswers(answers),
      state: PaperState.marking,
      gradingNeeded: true,
      version: paper('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
