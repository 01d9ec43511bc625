// Surveys in the back office: list, detail, save, state, delete. A caller reaches those whose makers are in the caller's data scope.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { type survey, type SurveyPhase, type SurveyRef, SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { say } from '@shuyuan/contract/survey/survey.texts.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { among, containing, json } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { pageByKey } from '../../kernel/page.ts'
import { intoBin } from '../operation/bin.service.ts'
import { ofUsersWithinDataScope } from '../people/user/data-scope.service.ts'
import { surveyAudience } from './audience.service.ts'
import { isSameShape, phaseOf } from './survey.rules.ts'

const LINK_BYTES = 16
const Questions = z.array(SurveyQuestion)
const columns = Object.fromEntries(['title', 'startTime', 'endTime', 'createTime'].map((name) => [name, `survey.${name}`]))

export const questionsIn = (stored: unknown): SurveyQuestion[] => Questions.parse(stored)

/** A condition on the row: the survey is in this phase; as phaseOf. */
export const inPhase = (phase: SurveyPhase, now: Date) => {
  const closed = sql<boolean>`(survey.state = ${sql.lit(SurveyState.closed)} or survey.end_time <= ${now})`
  const waiting = sql<boolean>`(survey.state = ${sql.lit(SurveyState.draft)} or survey.start_time > ${now})`
  if (phase === 'closed') return sql<boolean>`coalesce(${closed}, false)`
  return phase === 'waiting'
    ? sql<boolean>`coalesce(${waiting}, false) and not coalesce(${closed}, false)`
    : sql<boolean>`not coalesce(${waiting}, false) and not coalesce(${closed}, false)`
}

const maker = sql<string>`coalesce((select real_name from sys_user u where u.id = survey.create_by), '')`.as('maker')
const answers = sql<number>`(select count(*)::int from survey_answer a where a.survey_id = survey.id)`.as('answers')

/** The order by answers, which are counted for all surveys at once and remembered for half a minute: a million takes a tenth of a second. */
async function byAnswers(ctx: Ctx) {
  const counts = await briefly(ctx, 'survey.answers', async () => {
    const rows = await ctx.app.db
      .selectFrom('surveyAnswer')
      .groupBy('surveyId')
      .select(['surveyId', sql<number>`count(*)::int`.as('answers')])
      .execute()
    return json(Object.fromEntries(rows.map((row) => [row.surveyId, row.answers])))
  })
  return sql`coalesce((${counts}::jsonb ->> survey.id::text)::int, 0)`
}

/** Newest first. */
export async function pageSurveys(ctx: Ctx, { params, ...paging }: Input<typeof survey.paging>): Promise<Output<typeof survey.paging>> {
  const { title, state, phase } = params
  const query = ctx.db
    .selectFrom('survey')
    .where(await ofUsersWithinDataScope(ctx, 'survey.createBy'))
    .$if(!!title, (q) => q.where('survey.title', 'ilike', containing(title ?? '')))
    .$if(state !== undefined, (q) => q.where('survey.state', '=', state!))
    .$if(phase !== undefined, (q) => q.where(inPhase(phase!, ctx.now)))
    .select(['id', 'title', 'anonymous', 'open', 'state', 'startTime', 'endTime', 'createTime', maker, answers])
  const sortable = { ...columns, ...((paging.orders ?? []).some((one) => one.column === 'answers') && { answers: await byAnswers(ctx) }) }
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'survey.id',
    sortable,
    fallback: [
      ['survey.createTime', 'desc'],
      ['survey.id', 'desc'],
    ],
  })
  return {
    ...page,
    records: page.records.map(({ maker: createBy_dictText, ...row }) => ({ ...row, createBy_dictText, phase: phaseOf(row, ctx.now) })),
  }
}

/** A survey within the caller's reach, with its questions. Fails notFound. */
export async function mustReachSurvey(ctx: Ctx, id: string, lock = false) {
  const row = must(
    await ctx.db
      .selectFrom('survey')
      .where('id', '=', id)
      .where(await ofUsersWithinDataScope(ctx, 'survey.createBy'))
      .$if(lock, (q) => q.forUpdate())
      .selectAll()
      .$narrowType<{ refType: SurveyRef | '' }>()
      .executeTakeFirst(),
  )
  return { ...row, questions: questionsIn(row.questions), phase: phaseOf(row, ctx.now) }
}

const tables = { course: 'course', exam: 'exam', live: 'live_room', path: 'path' } as const
/** The permissions that show the titles of these. */
const refTags = { course: 'course:list', exam: 'exam:list', live: 'live:list', path: 'path:list' } as const

async function titleOfRef({ db }: Pick<Ctx, 'db'>, refType: SurveyRef | '', refId: string | null): Promise<string | undefined> {
  if (refType === '' || refId === null) return ''
  const { rows } = await sql<{ title: string }>`select title from ${sql.table(tables[refType])} where id = ${refId}::bigint`.execute(db)
  return rows[0]?.title
}

/** Whether anybody has answered. */
export async function isAnswered({ db }: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  return (await db.selectFrom('surveyAnswer').where('surveyId', '=', id).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Fails notFound. */
export async function findSurvey(ctx: Ctx, { id }: Input<typeof survey.detail>): Promise<Output<typeof survey.detail>> {
  const { linkKey, refId, ...row } = await mustReachSurvey(ctx, id)
  return {
    ...row,
    refId: refId ?? '',
    refTitle: (await titleOfRef(ctx, row.refType, refId)) ?? '',
    link: row.open ? `/survey/${linkKey}` : '',
    audience: await surveyAudience.read(ctx, id),
    locked: await isAnswered(ctx, id),
  }
}

/**
 * Adds a draft, or changes a survey. After the first answer, only texts, times and the audience change. Fails notFound, conflict, and at the
 * field for questions or a promise of anonymity that can no longer change, an unknown course, exam or lesson, departments, groups or users.
 */
export async function saveSurvey(
  ctx: Ctx,
  { id, version, deptCodes, groupIds, userIds, refId, ...form }: Input<typeof survey.save>,
): Promise<{ id: string }> {
  const stored = id === undefined ? undefined : await mustReachSurvey(ctx, id, true)
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  if (stored && (await isAnswered(ctx, stored.id))) {
    if (!isSameShape(stored.questions, form.questions)) failField('questions', say('surveyLocked'))
    if (stored.anonymous !== form.anonymous) failField('anonymous', say('surveyNameLocked'))
  }
  const ref = form.refType === '' ? null : refId
  const isSameRef = stored?.refType === form.refType && stored.refId === ref
  const isForeign = form.refType !== '' && !isSameRef && !can(ctx, refTags[form.refType])
  if (isForeign || (await titleOfRef(ctx, form.refType, ref)) === undefined) failField('refId', say('surveyRefGone'))
  const row = { ...form, refId: ref, questions: json(form.questions), updateTime: ctx.now }
  const saved = stored
    ? await ctx.db
        .updateTable('survey')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('survey')
        .values({
          ...row,
          linkKey: randomBytes(LINK_BYTES).toString('base64url'),
          createBy: ctx.user.id === '0' ? null : ctx.user.id,
          createTime: ctx.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
  await surveyAudience.save(ctx, saved.id, { openType: form.openType, deptCodes, groupIds, userIds })
  if (stored) ctx.change.before = stored
  return saved
}

/** The surveys of these ids, locked. Fails notFound if one is out of the caller's reach. */
async function mustReachAll(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('survey')
    .where(among('id', ids))
    .where(await ofUsersWithinDataScope(ctx, 'survey.createBy'))
    .orderBy('id')
    .forUpdate()
    .select(['id', 'title', 'state'])
    .execute()
  if (rows.length < new Set(ids).size) fail('notFound')
  return rows
}

/** Stops surveys, or opens stopped ones again. Fails notFound, surveyDraft for one that was never published. */
export async function setSurveyState(ctx: Ctx, { ids, state }: Input<typeof survey.state>): Promise<true> {
  const rows = await mustReachAll(ctx, ids)
  if (rows.some((one) => one.state === SurveyState.draft)) fail('surveyDraft')
  ctx.change.before = rows
  await ctx.db.updateTable('survey').set({ state, updateTime: ctx.now }).where(among('id', ids)).execute()
  return true
}

/** Into the recycle bin, with what was answered. Fails notFound. */
export async function deleteSurveys(ctx: Ctx, { ids }: Input<typeof survey.delete>): Promise<true> {
  const rows = await mustReachAll(ctx, ids)
  await intoBin(ctx, 'survey', rows)
  ctx.change.before = rows
  await ctx.db.deleteFrom('survey').where(among('id', ids)).execute()
  return true
}
