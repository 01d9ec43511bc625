// Exams as the back office keeps them, and as learners find them.
import { type exam, openType } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, json, violates } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { cleanHtml } from '../../kernel/richtext.ts'
import { lockTmpl, mustFindTmpl } from '../tmpl/tmpl.service.ts'
import { phaseOf } from './exam.rules.ts'
import { admits, audienceOf, inScope, saveAudience } from './audience.service.ts'

/** Whoever watches exams must find them, too. */
const mayListAll = (ctx: Ctx) => can(ctx, 'exam:list') || can(ctx, 'exam:watch')

type ExamRow = { openType: number; startTime: Date | null; endTime: Date | null }
const listed = ['id', 'title', 'openType', 'startTime', 'endTime', 'minutes', 'passScore', 'tries', 'state', 'createTime'] as const
// until the first paper is drawn, the template may still change
const totals = [
  sql<number>`case when started then total_score else (select t.total_score from tmpl t where t.id = tmpl_id) end`.as('totalScore'),
  sql<number>`case when started then qu_count else (select t.qu_count from tmpl t where t.id = tmpl_id) end`.as('quCount'),
] as const
const sortable = Object.fromEntries(
  ['title', 'startTime', 'endTime', 'minutes', 'totalScore', 'createTime', 'state'].map((name) => [name, name]),
)

function shown<T extends ExamRow>(row: T, now: Date) {
  return { ...row, openType_dictText: openType[row.openType as keyof typeof openType] ?? '', phase: phaseOf(row, now) }
}

/** Everything for who may list exams; for others the enabled exams that are open to them. */
export async function pageExams(ctx: Ctx, { params, ...paging }: Input<typeof exam.paging>) {
  const all = mayListAll(ctx) && params.mine !== true
  const { now } = ctx
  const scope = all ? undefined : await inScope(ctx)
  const query = ctx.db
    .selectFrom('exam')
    .$if(scope !== undefined, (q) => q.where(scope!).where('state', '=', 0))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(!!params.excludes?.length, (q) => q.where('id', '!=', sql<string>`all(${params.excludes}::bigint[])`))
    .$if(params.openType !== undefined, (q) => q.where('openType', '=', params.openType ?? 1))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state ?? 0))
    .$if(params.phase === 'waiting', (q) => q.where('startTime', '>', now))
    .$if(params.phase === 'open', (q) =>
      q.where(sql<boolean>`(start_time is null or start_time <= ${now}) and (end_time is null or end_time > ${now})`),
    )
    .$if(params.phase === 'closed', (q) => q.where('endTime', '<=', now))
    .select(listed)
    .select(totals)
    .$narrowType<{ openType: 1 | 2 | 3 | 9; state: 0 | 1 }>()
    // a learner looks for what can be sat now, then for what is coming
    .$if(!all, (q) => q.orderBy(sql`case when end_time <= ${now} then 2 when start_time > ${now} then 1 else 0 end`))
  const page = await pageOf(query, paging, sortable, [['id', 'desc']])
  return { ...page, records: page.records.map((row) => shown(row, now)) }
}

/** The exam's row. Fails notFound. */
export async function mustFindExam({ db }: Pick<Ctx, 'db'>, id: string) {
  return must(
    await db
      .selectFrom('exam')
      .where('id', '=', id)
      .selectAll()
      .select(totals)
      .$narrowType<{ openType: 1 | 2 | 3 | 9; state: 0 | 1 }>()
      .executeTakeFirst(),
  )
}

export async function findExam(ctx: Ctx, { id }: Input<typeof exam.detail>) {
  const { password, ...row } = await mustFindExam(ctx, id)
  const { title: tmplTitle } = await mustFindTmpl(ctx, row.tmplId)
  return {
    ...shown(row, ctx.now),
    ...settingsOf(row),
    ...(await audienceOf(ctx, id)),
    hasPassword: password !== '',
    tmplId_dictText: tmplTitle,
  }
}

type When = 'never' | 'handed' | 'marked' | 'closed'
const settingsOf = (row: { showScore: string; showAnswer: string; markOptions: unknown }) => ({
  showScore: row.showScore as When,
  showAnswer: row.showAnswer as When,
  markOptions: row.markOptions as { blankShortZero: boolean; ignoreCase: boolean; negative: boolean },
})

/** What a candidate may read before the start. Outside the exam's audience it does not exist. */
export async function describeExam(ctx: Ctx, { id }: Input<(typeof exam)['simple-detail']>) {
  const { password: _secret, ...row } = await mustFindExam(ctx, id)
  if (!mayListAll(ctx) && !(row.state === 0 && (await admits(ctx, row)))) fail('notFound')
  return { ...shown(row, ctx.now), ...settingsOf(row) }
}

/** Fails tmplDraft for a template that is not published, examStarted when paper, scores or duration change after a start, conflict for an older version. */
export async function saveExam(ctx: Ctx, { id, version, deptCodes, userIds, markOptions, password, ...form }: Input<typeof exam.save>) {
  const stored =
    id === undefined ? undefined : must(await ctx.db.selectFrom('exam').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  const template = await mustFindTmpl(ctx, form.tmplId)
  if (template.state !== 1 && stored?.tmplId !== form.tmplId) fail('tmplDraft')
  if (form.openType === 9 && password === '' && !stored?.password) failField('password', '请填写考试密码')
  const fixed = stored?.started === true
  const scores = fixed
    ? { totalScore: stored.totalScore, quCount: stored.quCount }
    : { totalScore: template.totalScore, quCount: template.quCount }
  if (form.passScore > scores.totalScore) failField('passScore', '及格分不能大于总分')
  if (fixed && (stored.tmplId !== form.tmplId || stored.minutes !== form.minutes || stored.passScore !== form.passScore))
    fail('examStarted')
  const row = {
    ...form,
    ...scores,
    remark: cleanHtml(form.remark),
    markOptions: json(markOptions),
    password: form.openType === 9 ? password || (stored?.password ?? '') : '',
    updateTime: ctx.now,
  }
  const saved = stored
    ? await ctx.db
        .updateTable('exam')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('exam')
        .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  await saveAudience(ctx, saved.id, form.openType === 2 ? deptCodes : [], form.openType === 3 ? userIds : [])
  if (stored) {
    const { password: _secret, ...before } = stored
    ctx.change.before = before
  }
  return saved
}

/** Fails examHasPapers when somebody has opened a paper of one of them. */
export async function deleteExams({ db }: Ctx, { ids }: Input<typeof exam.delete>) {
  try {
    await db.deleteFrom('exam').where('id', 'in', ids).execute()
  } catch (error) {
    if (violates(error, 'reference')) fail('examHasPapers')
    throw error
  }
  return true as const
}

export async function setExamState(ctx: Ctx, { id, ids = [], state }: Input<typeof exam.state>) {
  const named = id === undefined ? ids : [id, ...ids]
  await ctx.db.updateTable('exam').set({ state, updateTime: ctx.now }).where('id', 'in', named).execute()
  return true as const
}

export async function listTitles({ db }: Ctx, { ids }: Input<(typeof exam)['list-titles']>) {
  if (ids.length === 0) return []
  return db
    .selectFrom('exam')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['id', 'title'])
    .execute()
}

/** Fixes paper, scores and duration of an exam: called before its first paper is built, and waits for an edit under way. */
export async function noteStarted({ db }: Pick<Ctx, 'db'>, id: string) {
  const { tmplId } = await mustFindExam({ db }, id)
  await lockTmpl({ db }, tmplId)
  const { totalScore, quCount } = await mustFindTmpl({ db }, tmplId)
  await db.updateTable('exam').set({ started: true, totalScore, quCount }).where('id', '=', id).where('started', '=', false).execute()
}
