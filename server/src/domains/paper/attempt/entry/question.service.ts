// Returns one question of a paper, in step mode in order (exam option 逐题作答).
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../../kernel/ctx.ts'
import { fail, must } from '../../../../kernel/fail.ts'
import { mustBeSecured } from '../../../exam/seb/seb.service.ts'
import { closeIfDue } from '../clock/close.service.ts'
import { closesAt } from './entry.rules.ts'
import type { FrozenGroup } from '../../question/freeze.rules.ts'
import { referenceOf } from '../../question/reference.rules.ts'
import { type ContentRow, type From, storedContent } from '../../question/stored.service.ts'
import { bankIdOf, type CachedPaper, mustGetCached } from '../save/paper-cache.service.ts'
import { recordShown, quTimesLeft } from '../save/qu-time.service.ts'
import { mayShow, stepModes } from '../save/step.rules.ts'

/**
 * One question of an open paper. In step mode this is the current question, or the next one, which then becomes current.
 * Fails notFound, or questionHidden for a later question, an earlier one if the exam does not allow going back, a closed paper, or a
 * question whose time is over.
 */
export async function openQuestion(ctx: Ctx, { paperId, quId: named }: Input<(typeof paper)['qu-detail']>) {
  const { app, db, user } = ctx
  const cached = await mustGetCached(app, paperId, user.id)
  await mustBeSecured(ctx, cached.examId)
  const quId = bankIdOf(cached, named)
  const row = must(
    await db
      .selectFrom('paper')
      .where('id', '=', paperId)
      .select(['state', 'exState', 'deadlineAt', 'stepAt', 'penOnly', 'liveLogin', 'layout', 'questionIds', 'refs'])
      .select(
        sql<FrozenGroup['quList'][number] | null>`jsonb_path_query_first(content, '$[*].quList[*] ? (@.quId == $id)',
        jsonb_build_object('id', ${quId}::text))`.as('question'),
      )
      .executeTakeFirst(),
  )
  const isOpen = row.state === PaperState.open && app.clock().getTime() <= closesAt(row)
  if (!isOpen) await closeIfDue(app, paperId)
  if (!isOpen || (row.penOnly && row.liveLogin !== user.sessionId)) fail('questionHidden')
  const question = must(row.question ?? (await referredTo({ app, db }, row, quId)))
  const at = [...cached.shapes.keys()].indexOf(question.quId)
  if (!mayShow(cached.stepMode, at, row.stepAt)) fail('questionHidden')
  if (cached.stepMode !== stepModes.off && at === row.stepAt + 1)
    await db
      .updateTable('paper')
      .set({ stepAt: at })
      .where('id', '=', paperId)
      .where('state', '=', PaperState.open)
      .where('stepAt', '=', row.stepAt)
      .execute()
  const quLeftMs = await ownTime(app, cached, quId)
  const saved = await db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .where('quId', '=', quId)
    .select('answer')
    .executeTakeFirst()
  return { ...question, quId: referenceOf(question), quLeftMs, answer: (saved?.answer ?? null) as unknown as Answer | null }
}

/** The question of a paper that refers to its questions. */
async function referredTo(from: From, row: Omit<ContentRow, 'content'>, quId: string) {
  if (row.layout === null) return undefined
  const groups = await storedContent(from, { ...row, content: null })
  return groups.flatMap((group) => group.quList).find((one) => one.quId === quId)
}

/** Starts the question time. @returns ms left; null without question time. Fails questionHidden if it is over */
async function ownTime(app: App, cached: CachedPaper, quId: string): Promise<number | null> {
  if (cached.quSeconds === 0) return null
  const now = app.clock()
  await recordShown(app.db, cached, quId, now)
  const leftMs = (await quTimesLeft(app.db, cached, now)).find((one) => one.quId === quId)?.leftMs ?? 0
  return leftMs === 0 ? fail('questionHidden') : leftMs
}
