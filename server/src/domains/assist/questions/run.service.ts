// Runs of the assistant: started for a bank and a material, seen and cancelled by their author.
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import { type assistQuestions, dropReason, type DropReason, type RunState } from '@shuyuan/contract/assist/questions/questions.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { can, type Ctx, type SlowCtx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, fixedText, must } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import { pageOf } from '../../../kernel/page.ts'
import { addTask } from '../../common/task.service.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { mustHaveLevel } from '../../qu/bank/level.service.ts'
import { type Assistant, costOf as priceOf, openAssistant } from '../ledger/assistant.service.ts'
import { mustBeOpenBank } from '../ledger/bank.service.ts'
import { leftOf } from '../ledger/budget.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { keptOf, passagesIn } from '../material/material.service.ts'
import { OVERHEAD_TOKENS, planned, tokensFor } from './plan.rules.ts'

type Calls = typeof assistQuestions
export const QUESTIONS_TASK = 'assist.questions'
/** Tells the process that does a run that its author ended it. */
export const CANCELLED = 'assist.cancelled'
const LEAST_ROOM = 500

/** Tokens of passages that one request may hold. */
export const roomOf = ({ settings }: Assistant): number =>
  settings ? Math.max(LEAST_ROOM, settings.contextTokens - settings.maxTokens - OVERHEAD_TOKENS) : Number.POSITIVE_INFINITY

/** What a run would send and cost. Fails as startRun. */
export async function estimateRun(ctx: Ctx, { source, wants }: Input<Calls['estimate']>): Promise<Output<Calls['estimate']>> {
  await mustBeOn(ctx, 'questions')
  const assistant = await openAssistant(ctx.app)
  const passages = await passagesIn(ctx.app, await keptOf(ctx, source))
  const chars = passages.reduce((sum, one) => sum + one.text.length, 0)
  if (!assistant.model) return { chars, passages: passages.length, requests: 0, tokens: 0, cost: null, left: null }
  const portions = planned(passages, wants, roomOf(assistant))
  const { recheck } = await settingsOf(ctx.app)
  const { tokensIn, tokensOut } = tokensFor(portions, recheck)
  const left = await leftOf(ctx.app, ctx.user.id)
  const cost = priceOf(assistant, tokensIn, tokensOut)
  const requests = portions.length * (recheck ? 2 : 1)
  return { chars, passages: passages.length, requests, tokens: tokensIn + tokensOut, cost, left }
}

/**
 * Starts a run. Fails assistOff, assistUnset, assistBank for a bank that is kept from the assistant, forbidden without the right to import, notFound for bank or material, assistMaterial without
 * text, conflict while another run of the caller goes on.
 */
export async function startRun(ctx: SlowCtx, input: Input<Calls['start']>): Promise<Output<Calls['start']>> {
  const { repoId, source, wants, ...options } = input
  if (!can(ctx, 'qu:import')) fail('forbidden')
  await mustBeOn(ctx, 'questions')
  await openAssistant(ctx.app)
  const kept = await ctx.read(async (inner) => {
    await mustFindRepo(inner, repoId)
    await mustBeOpenBank(inner.db, repoId)
    return keptOf(inner, source)
  })
  await passagesIn(ctx.app, kept)
  return ctx.transaction(async (inner) => {
    const { title } = await mustFindRepo(inner, repoId)
    await mustBeOpenBank(inner.db, repoId)
    if (options.level !== undefined) await mustHaveLevel(inner, options.level)
    await mustBeAlone(inner)
    const { id } = await inner.db
      .insertInto('assistRun')
      .values({ userId: inner.user.id, repoId, source: json(kept), wants: json(wants), options: json(options), createTime: inner.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addTask(inner, QUESTIONS_TASK, `assist.run:${id}`, { runId: id })
    inner.change.after = { repo: title, source: kept.title, wants }
    return { runId: id }
  })
}

/** One run of a person at a time. */
async function mustBeAlone(ctx: Ctx) {
  await ctx.db.selectFrom('sysUser').where('id', '=', ctx.user.id).forUpdate().select('id').execute()
  const running = await ctx.db
    .selectFrom('assistRun')
    .where('userId', '=', ctx.user.id)
    .where('state', '=', 'running')
    .select('id')
    .executeTakeFirst()
  if (running) fail('conflict', say('runBusy'))
}

const runs = (ctx: Ctx) =>
  ctx.db
    .selectFrom('assistRun')
    .innerJoin('repo', 'repo.id', 'assistRun.repoId')
    .select(['assistRun.id', 'repoId', 'repo.title as repoTitle', 'source', 'state', 'percent', 'made', 'dropped', 'importId', 'error'])
    .$narrowType<{ state: RunState }>()
type Row = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

const isError = (name: string): name is ErrorName => Object.hasOwn(errors, name)
const isReason = (name: string): name is DropReason => Object.hasOwn(dropReason, name)
const shown = (ctx: Ctx, { repoTitle, source, dropped, error, ...row }: Row) => ({
  ...row,
  repoId_dictText: repoTitle,
  title: (source as { title?: string }).title ?? '',
  dropped: Object.entries(dropped as Record<string, number>).flatMap(([reason, n]) => (isReason(reason) ? [{ reason, n }] : [])),
  error: isError(error) ? wording(ctx, fixedText(error)) : error,
})

/** A run of the caller, or of anybody for who reads the log. Fails notFound. */
export async function findRun(ctx: Ctx, { runId }: Input<Calls['run']>): Promise<Output<Calls['run']>> {
  const query = runs(ctx)
    .where('assistRun.id', '=', runId)
    .$if(!can(ctx, 'assist:log'), (q) => q.where('assistRun.userId', '=', ctx.user.id))
  return shown(ctx, must(await query.executeTakeFirst()))
}

/** The caller's runs, newest first. */
export async function pageRuns(ctx: Ctx, { params, ...paging }: Input<Calls['runs']>): Promise<Output<Calls['runs']>> {
  const query = runs(ctx)
    .where('assistRun.userId', '=', ctx.user.id)
    .$if(params.repoId !== undefined, (q) => q.where('repoId', '=', params.repoId ?? ''))
  const page = await pageOf(query, paging, {}, [
    ['assistRun.createTime', 'desc'],
    ['assistRun.id', 'desc'],
  ])
  return { ...page, records: page.records.map((row) => shown(ctx, row)) }
}

/** Ends a run of the caller, also the request that is under way. Fails notFound; nothing happens to a run that is over. */
export async function cancelRun(ctx: Ctx, { runId }: Input<Calls['cancel']>): Promise<true> {
  const row = must(
    await ctx.db
      .selectFrom('assistRun')
      .where('id', '=', runId)
      .where('userId', '=', ctx.user.id)
      .forUpdate()
      .select(['state', 'source'])
      .executeTakeFirst(),
  )
  if (row.state !== 'running') return true
  await ctx.db
    .updateTable('assistRun')
    .where('id', '=', runId)
    .set({ state: 'cancelled', source: json(withoutText(row.source)) })
    .execute()
  ctx.afterCommit(() => ctx.app.bus.publish(CANCELLED, { runId }))
  return true
}

/** A pasted text is kept no longer than the run needs it. */
export const withoutText = (source: unknown): object => {
  const { text: _, ...rest } = source as { text?: string }
  return rest
}
