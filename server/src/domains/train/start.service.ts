// Starts a training, or continues the unfinished one.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { type train, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, failField } from '../../kernel/fail.ts'
import { wrongIds } from '../book/book.service.ts'
import { dueIds } from '../book/card.service.ts'
import { mixed } from '../paper/attempt/entry/practice.service.ts'
import { inChapter, mustBelong } from '../repo/chapter.service.ts'
import { mustNotBeClosed, mustTrainOn } from './bank.service.ts'
import { mustBeWithinHours } from './hours.service.ts'
import { mockOf, wrongPlace, wrongScope } from './train.rules.ts'

type Start = Input<typeof train.start>
const nothing: Partial<Record<Start['mode'], Message>> = {
  [TrainMode.favourites]: say('trainNoFavourites'),
  [TrainMode.wrong]: say('trainNoWrong'),
  [TrainMode.undone]: say('trainAllDone'),
  [TrainMode.spaced]: say('trainNothingDue'),
}

/**
 * Returns the unfinished training of the same bank, mode and scope, or starts one; `clear` ends the unfinished one first, or removes it when nothing was answered. Concurrent calls start only
 * one.
 * Fails as mustTrainOn, trainHours, trainClosed, forbidden for another user's id, trainEmpty if no question matches.
 */
export async function startTrain(ctx: Ctx, input: Start): Promise<Output<typeof train.start>> {
  const { repoId, mode, userId, clear } = input
  if (userId !== undefined && userId !== ctx.user.id) fail('forbidden')
  mustBeWithinHours(ctx, await mustTrainOn(ctx, { repoId, mode }))
  await mustNotBeClosed(ctx, repoId)
  const scope = await scopeOf(ctx, input)
  const key = sql`hashtextextended(${`train ${ctx.user.id} ${repoId} ${mode} ${scope}`}, 0)`
  await sql`select pg_advisory_xact_lock(${key})`.execute(ctx.db)
  const open = ctx.db
    .selectFrom('train')
    .where('userId', '=', ctx.user.id)
    .where('repoId', '=', repoId)
    .where('mode', '=', mode)
    .where('scope', '=', scope)
    .where('state', '=', TrainState.open)
  const unfinished = await open.select(['id', 'answerCount']).executeTakeFirst()
  if (unfinished && !clear) return { id: unfinished.id }
  if (unfinished && unfinished.answerCount === 0 && mode !== TrainMode.review)
    await ctx.db.deleteFrom('train').where('id', '=', unfinished.id).execute()
  else if (unfinished)
    await ctx.db
      .updateTable('train')
      .set({ state: TrainState.ended, finishTime: ctx.now, updateTime: ctx.now })
      .where('id', '=', unfinished.id)
      .execute()
  const seed = String(randomInt(2 ** 47))
  const quIds = await chosen(ctx, { ...input, scope }, seed)
  if (quIds.length === 0) fail('trainEmpty', nothing[mode])
  return ctx.db
    .insertInto('train')
    .values({
      userId: ctx.user.id,
      repoId,
      mode,
      scope,
      // ids are digits only, so this array literal needs no quoting and saves the driver a scan of every element
      quIds: sql<string[]>`${`{${quIds.join(',')}}`}::bigint[]`,
      totalCount: quIds.length,
      seed,
      createTime: ctx.now,
      updateTime: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Validates the scope of modes 3, 4 and 6: a chapter of this bank, a question type, or chapter and exam of wrong answers. Fails at `scope`. */
async function scopeOf(ctx: Ctx, { repoId, mode, scope }: Start): Promise<string> {
  if (mode === TrainMode.chapter) {
    if (!/^\d{1,18}$/.test(scope)) failField('scope', say('chapterUnchosen'))
    await mustBelong(ctx, repoId, scope)
    return scope
  }
  if (mode === TrainMode.questionType) {
    if (!Object.hasOwn(quTypeText, scope)) failField('scope', say('quTypeUnchosen'))
    return scope
  }
  if (mode === TrainMode.wrong) {
    if (!wrongScope.test(scope)) failField('scope', say('wrongScopeUnchosen'))
    return scope
  }
  return ''
}

/** The question ids of a training in order, by its mode. The ids of a large bank are read as one text, which is much faster than one row per id. */
async function chosen(ctx: Ctx, { repoId, mode, scope }: Start, seed: string): Promise<string[]> {
  if (mode === TrainMode.spaced) return dueIds(ctx, repoId)
  if (mode === TrainMode.wrong) return wrongIds(ctx, { repoId, ...wrongPlace(scope) })
  const all = ctx.db
    .selectFrom('qu')
    .where('qu.repoId', '=', repoId)
    .where('deleted', '=', false)
    .$if(mode === TrainMode.chapter, (q) => q.where(inChapter('qu.chapterId', scope)))
    .$if(mode === TrainMode.questionType, (q) => q.where('quType', '=', Number(scope) as QuType))
    .$if(mode === TrainMode.favourites, (q) =>
      q.where(sql<boolean>`exists (select from qu_favourite f where f.qu_id = qu.id and f.user_id = ${ctx.user.id}::bigint)`),
    )
    .$if(mode === TrainMode.undone, (q) =>
      q.where(sql<boolean>`not exists (select from train_done d where d.qu_id = qu.id and d.user_id = ${ctx.user.id}::bigint)`),
    )
  if (mode === TrainMode.mock) {
    const types = await all.groupBy('quType').select('quType').select(ids()).execute()
    const questions = types.flatMap((type) => listOf(type.ids).map((id) => ({ id, quType: type.quType })))
    return mockOf(mixed(questions, seed)).map((one) => one.id)
  }
  if (mode === TrainMode.random) return mixed(listOf((await all.select(ids(sql`order by qu.id desc`)).executeTakeFirst())?.ids), seed)
  const inOrder = all
    .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
    .leftJoin('repoChapter as above', 'above.id', 'repoChapter.parentId')
    .select(ids(sql`order by coalesce(above.sort, repo_chapter.sort) nulls last, above.id is not null, repo_chapter.sort, qu.id`))
  return listOf((await inOrder.executeTakeFirst())?.ids)
}

const ids = (order: RawBuilder<unknown> = sql``) => sql<string | null>`string_agg(qu.id::text, ',' ${order})`.as('ids')
const listOf = (text: string | null | undefined) => (text ? text.split(',') : [])
