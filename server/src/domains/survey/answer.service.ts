// Answering surveys: one answer of each user, and by the link one of each browser.
import { answerProblem, storedAnswers, type SurveyAnswers } from '@shuyuan/contract/survey/answer-check.ts'
import type { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { SurveyState } from '@shuyuan/contract/survey/survey.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { pageOf } from '../../kernel/page.ts'
import { appPart } from '../../kernel/part.ts'
import { consumeCaptcha } from '../common/captcha.service.ts'
import { report } from '../site/log/happening.service.ts'
import { addAnonymousAnswer, addAnonymousReceipt, addAnonymousVisit, randomId } from './anonymous.service.ts'
import { surveyAudience } from './audience.service.ts'
import { phaseOf } from './survey.rules.ts'
import { inPhase, questionsIn } from './survey.service.ts'

type Row = Awaited<ReturnType<typeof mustFind>>

async function mustFind({ db, now }: Pick<Ctx, 'db' | 'now'>, by: { id: string } | { linkKey: string }) {
  const query = db.selectFrom('survey').where('state', '<>', SurveyState.draft).selectAll()
  const row = must(await ('id' in by ? query.where('id', '=', by.id) : query.where('linkKey', '=', by.linkKey)).executeTakeFirst())
  return { ...row, questions: questionsIn(row.questions), phase: phaseOf(row, now) }
}

const shownOf = ({ id, title, content, thanks, anonymous, startTime, endTime, phase, questions }: Row) => ({
  id,
  title,
  content,
  thanks,
  anonymous,
  startTime,
  endTime,
  phase,
  questions: phase === 'open' ? questions : [],
})

const isAnsweredBy = async ({ db }: Pick<Ctx, 'db'>, surveyId: string, userId: string) =>
  (await db
    .selectFrom('surveyReceipt')
    .where('surveyId', '=', surveyId)
    .where('userId', '=', userId)
    .select('userId')
    .executeTakeFirst()) !== undefined

/** A condition on the row: the caller has finished what the survey follows. */
const followed = (userId: string) => sql<boolean>`case survey.ref_type
  when 'course' then exists (select from course_learn l where l.course_id = survey.ref_id and l.user_id = ${userId}::bigint and l.finish_time is not null)
  when 'exam' then exists (select from paper p where p.exam_id = survey.ref_id and p.user_id = ${userId}::bigint
    and p.state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}))
  when 'live' then exists (select from live_presence v where v.room_id = survey.ref_id and v.user_id = ${userId}::bigint)
  when 'path' then exists (select from path_finish f where f.path_id = survey.ref_id and f.user_id = ${userId}::bigint)
  else true end`

async function isInvited(ctx: Ctx, id: string): Promise<boolean> {
  const query = ctx.db
    .selectFrom('survey')
    .where('id', '=', id)
    .where(await surveyAudience.inScope(ctx))
    .where(followed(ctx.user.id))
  return (await query.select('id').executeTakeFirst()) !== undefined
}

/** A published survey for the caller. Fails notFound, surveyNotForYou. */
export async function findOwnSurvey(ctx: Ctx, { id }: Input<typeof surveyAnswer.detail>): Promise<Output<typeof surveyAnswer.detail>> {
  const row = await mustFind(ctx, { id })
  const answered = await isAnsweredBy(ctx, id, ctx.user.id)
  if (!answered && !(await isInvited(ctx, id))) fail('surveyNotForYou')
  const shown = shownOf(row)
  return { ...shown, questions: answered ? [] : shown.questions, answered }
}

/** The answers as they are stored. Fails surveyNotBegun, surveyEnded, and at `answers` for one that is missing or does not fit. */
function checked({ phase, questions }: Pick<Row, 'phase' | 'questions'>, answers: SurveyAnswers): string {
  if (phase === 'waiting') fail('surveyNotBegun')
  if (phase === 'closed') fail('surveyEnded')
  const problem = answerProblem(questions, answers)
  if (problem) failField('answers', problem.message)
  return json(storedAnswers(questions, answers))
}

/**
 * The survey, locked until the transaction ends: its questions do not change meanwhile, and of an anonymous one no other answer is stored.
 * Fails notFound.
 */
async function mustLock(ctx: Ctx, id: string): Promise<Row> {
  const { anonymous } = must(await ctx.db.selectFrom('survey').where('id', '=', id).select('anonymous').executeTakeFirst())
  await ctx.db
    .selectFrom('survey')
    .where('id', '=', id)
    .select('id')
    .$if(anonymous, (q) => q.forNoKeyUpdate())
    .$if(!anonymous, (q) => q.forShare())
    .execute()
  const row = await mustFind(ctx, { id })
  // whether it is anonymous changes only before the first answer
  return row.anonymous === anonymous ? row : fail('conflict')
}

export type AnsweredSurvey = { surveyId: string; userId: string }
type AnsweredHook = (answered: AnsweredSurvey) => Promise<void>

const hooksOf = appPart(() => new Map<string, AnsweredHook>())

/**
 * Registers `hook` when the server starts. It runs after a survey by name was answered. Of an anonymous one it does not run: a row that is written
 * beside an answer would say whose it is.
 */
export const onSurveyAnswered = (app: App, name: string, hook: AnsweredHook): void => void hooksOf(app).set(name, hook)

async function tellAnswered(app: App, answered: AnsweredSurvey) {
  for (const hook of hooksOf(app).values()) await hook(answered)
}

const happened = ({ id, title, anonymous }: Row, userId: string) => ({
  userId: anonymous ? null : userId,
  data: { surveyId: id, title, anonymous },
})

/** Fails notFound, surveyNotForYou, surveyNotBegun, surveyEnded, and at `answers`. */
export async function saveOwnAnswer(
  { app, now, user }: Ctx,
  { id, answers }: Input<typeof surveyAnswer.save>,
): Promise<Output<typeof surveyAnswer.save>> {
  return ownTransaction(
    app,
    async (ctx) => {
      const row = await mustLock(ctx, id)
      if (await isAnsweredBy(ctx, id, user.id)) return { stored: false }
      if (!(await isInvited(ctx, id))) fail('surveyNotForYou')
      const stored = checked(row, answers)
      if (row.anonymous) {
        await addAnonymousReceipt(ctx, { surveyId: id, userId: user.id })
        await addAnonymousAnswer(ctx, { id: randomId(), surveyId: id, answers: stored })
      } else {
        const receipt = await ctx.db
          .insertInto('surveyReceipt')
          .values({ surveyId: id, userId: user.id })
          .onConflict((conflict) => conflict.doNothing())
          .returning('userId')
          .executeTakeFirst()
        if (!receipt) return { stored: false }
        await ctx.db
          .insertInto('surveyAnswer')
          .values({ id: randomId(), surveyId: id, userId: user.id, deptCode: user.deptCode, createTime: now, answers: stored })
          .execute()
        ctx.afterCommit(() => tellAnswered(app, { surveyId: id, userId: user.id }))
      }
      await report(ctx, 'survey.answered', [happened(row, user.id)])
      return { stored: true }
    },
    { user, now },
  )
}

/** A condition on the row: the user has answered. */
const hasAnswered = (userId: string) =>
  sql<boolean>`exists (select from survey_receipt r where r.survey_id = survey.id and r.user_id = ${userId}::bigint)`

/** Surveys that are open for the caller, and those that the caller has answered; what ends first comes first. */
export async function pageOwnSurveys(
  ctx: Ctx,
  { params, ...paging }: Input<typeof surveyAnswer.mine>,
): Promise<Output<typeof surveyAnswer.mine>> {
  const { answered, refType, refId } = params
  const has = hasAnswered(ctx.user.id)
  const inScope = await surveyAudience.inScope(ctx)
  const isOpen = sql<boolean>`(${inPhase('open', ctx.now)} and ${inScope} and ${followed(ctx.user.id)})`
  const query = ctx.db
    .selectFrom('survey')
    .where('state', '<>', SurveyState.draft)
    .$if(answered !== true, (q) =>
      q.where(answered === false ? sql<boolean>`(${isOpen} and not ${has})` : sql<boolean>`(${isOpen} or ${has})`),
    )
    .$if(answered === true, (q) => q.where(has))
    .$if(refType !== undefined, (q) => q.where('refType', '=', refType!))
    .$if(refId !== undefined, (q) => q.where('refId', '=', refId!))
    .select(['id', 'title', 'anonymous', 'state', 'startTime', 'endTime', has.as('answered')])
    .select(sql<number>`jsonb_array_length(questions)`.as('questions'))
    .orderBy(has)
  const page = await pageOf(query, paging, {}, [
    ['endTime', 'asc'],
    ['id', 'desc'],
  ])
  return { ...page, records: page.records.map(({ state, ...row }) => ({ ...row, phase: phaseOf({ state, ...row }, ctx.now) })) }
}

/** Surveys that wait for the caller's answers, what ends first before the others. */
export async function waitingSurveys(ctx: Ctx, most: number): Promise<{ id: string; title: string; endTime: Date | null }[]> {
  return ctx.db
    .selectFrom('survey')
    .where(inPhase('open', ctx.now))
    .where(sql<boolean>`not ${hasAnswered(ctx.user.id)}`)
    .where(await surveyAudience.inScope(ctx))
    .where(followed(ctx.user.id))
    .orderBy('endTime')
    .orderBy('id', 'desc')
    .limit(most)
    .select(['id', 'title', 'endTime'])
    .execute()
}

async function mustFindByLink(ctx: Pick<Ctx, 'db' | 'now'>, linkKey: string): Promise<Row> {
  const row = await mustFind(ctx, { linkKey })
  return row.open ? row : fail('notFound')
}

/** Fails notFound, also where the link is switched off. */
export async function findByLink(
  ctx: Ctx,
  { key }: Input<(typeof surveyAnswer)['public-detail']>,
): Promise<Output<(typeof surveyAnswer)['public-detail']>> {
  const row = await mustFindByLink(ctx, key)
  return { ...shownOf(row), captcha: row.captcha }
}

/** Fails notFound, captchaWrong, surveyNotBegun, surveyEnded, and at `answers`. */
export async function saveByLink(
  { app, now, ...call }: Ctx,
  { key, browser, answers, captchaKey, captchaValue }: Input<(typeof surveyAnswer)['public-save']>,
): Promise<Output<(typeof surveyAnswer)['public-save']>> {
  const found = await mustFindByLink({ db: app.db, now }, key)
  const browserHash = createHash('sha256').update(`${found.id}:${browser}`).digest('base64url')
  const isKnown = async ({ db }: Pick<Ctx, 'db'>) =>
    (await db
      .selectFrom('surveyVisit')
      .where('surveyId', '=', found.id)
      .where('browserHash', '=', browserHash)
      .select('surveyId')
      .executeTakeFirst()) !== undefined
  if (await isKnown({ db: app.db })) return { stored: false }
  // before the captcha is spent: an answer that is missing must not cost one
  checked(found, answers)
  if (found.captcha) await consumeCaptcha({ app, now, ...call }, captchaKey, captchaValue)
  return ownTransaction(
    app,
    async (ctx) => {
      const row = await mustLock(ctx, found.id)
      if (!row.open) fail('notFound')
      const stored = checked(row, answers)
      if (row.anonymous) {
        if (await isKnown(ctx)) return { stored: false }
        await addAnonymousVisit(ctx, { surveyId: row.id, browserHash })
        await addAnonymousAnswer(ctx, { id: randomId(), surveyId: row.id, answers: stored })
      } else {
        const visit = ctx.db.insertInto('surveyVisit').values({ surveyId: row.id, browserHash })
        if (
          !(await visit
            .onConflict((conflict) => conflict.doNothing())
            .returning('surveyId')
            .executeTakeFirst())
        )
          return { stored: false }
        await ctx.db.insertInto('surveyAnswer').values({ id: randomId(), surveyId: row.id, createTime: now, answers: stored }).execute()
      }
      await report(ctx, 'survey.answered', [{ userId: null, data: { surveyId: row.id, title: row.title, anonymous: row.anonymous } }])
      return { stored: true }
    },
    { now },
  )
}
