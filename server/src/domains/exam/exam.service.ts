// Exams: back-office editing, and lists for back office and learners.
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import { type exam, openType, ExamState, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { allowedSignals } from '@shuyuan/contract/exam/integrity-form.ts'
import { defaultSignals, type sebModes, type Signals } from '@shuyuan/contract/exam/integrity-settings.ts'
import { watchTags } from '@shuyuan/contract/exam/entry/invigilation.ts'
import type { AwardBand, markStep } from '@shuyuan/contract/exam/marking-settings.ts'
import type { RecordWhere } from '@shuyuan/contract/exam/record-settings.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, json, among } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { cleanHtml, shownFrom } from '../../kernel/richtext.ts'
import { mustNameCert } from '../cert/cert.service.ts'
import { dictText } from '../site/setting/dic.service.ts'
import { lockTmpl, mustFindTmpl } from '../tmpl/tmpl.service.ts'
import { phaseOf } from './exam.rules.ts'
import { applyColumn, readApply } from './entry/approval.service.ts'
import { admits, examAudience } from './entry/audience.service.ts'
import { handedIn } from './entry/handed-in.service.ts'
import { windowFor } from './entry/override-read.service.ts'
import { sealedPassword } from './entry/password.service.ts'
import { invigilatorsOf, mayWatch, saveInvigilators } from './entry/invigilation.service.ts'
import { checkCourses, checkPrerequisites, unlearntColumn } from './entry/prerequisite.service.ts'

const NO_TYPE = 0

/** Invigilators need the list of all exams, too. */
const mayListAll = (ctx: Ctx) => ['exam:list', ...watchTags].some((tag) => can(ctx, tag))

type ExamRow = { openType: number; examType: number; startTime: Date | null; endTime: Date | null }
const listed = ['id', 'title', 'openType', 'examType', 'minutes', 'passScore', 'tries', 'state', 'draft', 'createTime'] as const
const listedEntry = ['offline', 'place', 'openHours', 'price', 'costPoints', 'needApply'] as const
// live totals, because the template may change until the first paper is drawn
const totals = [
  sql<number>`case when started then total_score else (select t.total_score from tmpl t where t.id = tmpl_id) end`.as('totalScore'),
  sql<number>`case when started then qu_count else (select t.qu_count from tmpl t where t.id = tmpl_id) end`.as('quCount'),
] as const
const sortable = Object.fromEntries(
  ['title', 'startTime', 'endTime', 'minutes', 'totalScore', 'createTime', 'state'].map((name) => [name, name]),
)

/** Titles of exam types, by value. */
const examTypes = (ctx: Pick<Ctx, 'db'>) => dictText(ctx, 'exam_type')

function shown<T extends ExamRow>(row: T, types: Map<string, string>, now: Date) {
  return {
    ...row,
    openType_dictText: openType[row.openType as keyof typeof openType] ?? '',
    examType_dictText: types.get(String(row.examType)) ?? '',
    phase: phaseOf(row, now),
  }
}

/** A consumed approval no longer counts. */
const liveState = (apply: ReturnType<typeof readApply>) => (apply && !apply.auditUsed ? apply.auditState : null)

/** All exams for callers with the right to list them; for others the enabled exams that are open to them. */
export async function pageExams(ctx: Ctx, { params, ...paging }: Input<typeof exam.paging>) {
  const all = mayListAll(ctx) && params.mine !== true
  const { now } = ctx
  const watched = await mayWatch(ctx)
  const scope = all ? undefined : await examAudience.inScope(ctx)
  // learners see the window with their override
  const own = all ? undefined : await windowFor(ctx.db, ctx.user.id)
  const start = own?.start ?? sql<Date | null>`start_time`
  const end = own?.end ?? sql<Date | null>`end_time`
  const query = ctx.db
    .selectFrom('exam')
    .$if(scope !== undefined, (q) => q.where(scope!).where('state', '=', ExamState.enabled))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .$if(!!params.excludes?.length, (q) => q.where('id', '!=', sql<string>`all(${params.excludes}::bigint[])`))
    .$if(params.openType !== undefined, (q) => q.where('openType', '=', params.openType!))
    .$if(params.examType !== undefined, (q) => q.where('examType', '=', params.examType!))
    .where('archivedAt', params.shelf === 'archived' ? 'is not' : 'is', null)
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state!))
    .$if(params.courseId !== undefined, (q) => q.where(sql<boolean>`courses @> array[${params.courseId}::bigint]`))
    .$if(params.phase === 'waiting', (q) => q.where(sql<boolean>`${start} > ${now}`))
    .$if(params.phase === 'open', (q) =>
      q.where(sql<boolean>`(${start} is null or ${start} <= ${now}) and (${end} is null or ${end} > ${now})`),
    )
    .$if(params.phase === 'closed', (q) => q.where(sql<boolean>`${end} <= ${now}`))
    .$if(!all && params.stage !== undefined, (q) => {
      const done = sql<boolean>`(coalesce(${end} <= ${now}, false) or ${handedIn(ctx)})`
      return q.where(params.stage === 'done' ? done : sql<boolean>`not ${done}`)
    })
    .$if(params.watchable === true, (q) => q.where(watched))
    .select(listed)
    .select(listedEntry)
    .select([
      'needFace',
      sql<boolean>`(seb = 'required')`.as('needSeb'),
      'recordScreen as recordsScreen',
      (all ? sql<boolean>`(cardinality(courses) > 0)` : sql<boolean>`(json_array_length(${unlearntColumn(ctx.user.id)}) > 0)`).as(
        'needCourse',
      ),
      start.as('startTime'),
      end.as('endTime'),
      (all ? sql`null` : applyColumn(ctx.user.id)).as('apply'),
      sql<boolean>`${watched}`.as('watchable'),
      sql<boolean>`coalesce(exam.create_by = ${ctx.user.id}::bigint, false)`.as('own'),
      sql<boolean>`archived_at is not null`.as('archived'),
    ])
    .select(totals)
    // for learners: what ends next, then what begins next, then what ended last
    .$if(!all, (q) =>
      q
        .orderBy(sql`case when ${end} <= ${now} then 2 when ${start} > ${now} then 1 else 0 end`)
        .orderBy(sql`case when ${end} <= ${now} then null when ${start} > ${now} then ${start} else ${end} end asc nulls last`)
        .orderBy(sql`case when ${end} <= ${now} then ${end} end desc nulls last`),
    )
  const page = await pageOf(query, paging, sortable, [['id', 'desc']])
  const types = await examTypes(ctx)
  const records = page.records.map(({ apply, ...row }) => ({ ...shown(row, types, now), applyState: liveState(readApply(apply)) }))
  return { ...page, records }
}

/** The exam's row. Fails notFound. */
export async function mustFindExam({ db }: Pick<Ctx, 'db'>, id: string) {
  return must(await db.selectFrom('exam').where('id', '=', id).selectAll().select(totals).executeTakeFirst())
}

export async function findExam(ctx: Ctx, { id }: Input<typeof exam.detail>) {
  const { password, ...row } = await mustFindExam(ctx, id)
  return {
    ...shown(row, await examTypes(ctx), ctx.now),
    ...settingsOf(row),
    ...(await examAudience.read(ctx, id)),
    hasPassword: password !== '',
    applyState: null,
    tmplId_dictText: (await mustFindTmpl(ctx, row.tmplId)).title,
    own: row.createBy === ctx.user.id,
    invigilators: await invigilatorsOf(ctx, id),
  }
}

/** The verdicts on signals of an exam; whatever is stored, only signals that may end a paper have force. */
export const signalsOf = ({ signals }: { signals: unknown }): Signals => ({
  ...defaultSignals,
  ...allowedSignals(signals as Partial<Signals>),
})

type When = 'never' | 'handed' | 'marked' | 'closed'
const settingsOf = (row: {
  showScore: string
  showAnswer: string
  markOptions: unknown
  markStep: number
  signals: unknown
  seb: string
  awardBands: unknown
  recordWhere: string
}) => ({
  recordWhere: row.recordWhere as RecordWhere,
  awardBands: row.awardBands as AwardBand[],
  signals: signalsOf(row),
  seb: row.seb as keyof typeof sebModes,
  markStep: row.markStep as keyof typeof markStep,
  showScore: row.showScore as When,
  showAnswer: row.showAnswer as When,
  markOptions: row.markOptions as { blankShortZero: boolean; ignoreCase: boolean; negative: boolean },
})

/** The description of an exam before the start. Fails notFound outside the audience. */
export async function describeExam(ctx: Ctx, { id }: Input<(typeof exam)['simple-detail']>) {
  const { password: _secret, ...row } = await mustFindExam(ctx, id)
  if (!mayListAll(ctx) && !(row.state === ExamState.enabled && (await admits(ctx, row)))) fail('notFound')
  return { ...shown(row, await examTypes(ctx), ctx.now), ...settingsOf(row), applyState: null }
}

function mustBeOpenToChanges(stored: { version: number; archivedAt: Date | null }, version: number | undefined) {
  if (version !== undefined && stored.version !== version) fail('conflict')
  if (stored.archivedAt) fail('examArchived')
}

async function mustKnowType(ctx: Ctx, examType: number) {
  if (examType !== NO_TYPE && !(await examTypes(ctx)).has(String(examType))) failField('examType', say('examTypeGone'))
}

/** Adds or changes an exam. Fails tmplDraft for an unpublished template, examStarted for changes of template, scores or duration after the first start, conflict for an outdated version, examArchived for one that is out of the lists. */
export async function saveExam(
  ctx: Ctx,
  { id, version, deptCodes, groupIds, userIds, invigilatorIds, markOptions, signals, password, ...form }: Input<typeof exam.save>,
) {
  const stored =
    id === undefined ? undefined : must(await ctx.db.selectFrom('exam').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored) mustBeOpenToChanges(stored, version)
  const template = await mustFindTmpl(ctx, form.tmplId)
  if (template.state !== TmplState.published && stored?.tmplId !== form.tmplId) fail('tmplDraft')
  if (form.openType === ExamOpenType.password && password === '' && !stored?.password) failField('password', say('examPasswordEmpty'))
  const examType = form.examType ?? stored?.examType ?? NO_TYPE
  if (examType !== stored?.examType) await mustKnowType(ctx, examType)
  const fixed = stored?.started === true
  const scores = fixed
    ? { totalScore: stored.totalScore, quCount: stored.quCount }
    : { totalScore: template.totalScore, quCount: template.quCount }
  if (form.passScore > scores.totalScore) failField('passScore', say('passScoreAboveTotal'))
  if (fixed && (['tmplId', 'minutes', 'passScore', 'offline'] as const).some((name) => stored[name] !== form[name])) fail('examStarted')
  await checkPrerequisites(ctx, id, form.prerequisites)
  await checkCourses(ctx, form.courses)
  await mustNameCert(ctx, form.certId, stored?.certId)
  const row = {
    ...form,
    // sound is a part of the camera's track
    recordSound: form.recordCamera && form.recordSound,
    examType,
    ...scores,
    remark: cleanHtml(form.remark, shownFrom(ctx)),
    markOptions: json(markOptions),
    // copies and imports do not pass the contract, which refuses other verdicts
    signals: json(allowedSignals(signals)),
    awardBands: json(form.awardBands),
    // a new password is sealed for its row below
    password: form.openType === ExamOpenType.password && password === '' ? (stored?.password ?? '') : '',
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
        .values({ ...row, ...(form.draft && { state: ExamState.disabled }), createBy: ctx.user.id, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  if (form.openType === ExamOpenType.password && password !== '')
    await ctx.db
      .updateTable('exam')
      .set({ password: sealedPassword(ctx.app, saved.id, password) })
      .where('id', '=', saved.id)
      .execute()
  await examAudience.save(ctx, saved.id, { openType: form.openType, deptCodes, groupIds, userIds })
  if (invigilatorIds) await saveInvigilators(ctx, saved.id, invigilatorIds)
  if (stored) {
    const { password: _secret, ...before } = stored
    ctx.change.before = before
  } else ctx.change.after = { id: saved.id }
  return saved
}

export async function listTitles({ db }: Ctx, { ids }: Input<(typeof exam)['list-titles']>) {
  if (ids.length === 0) return []
  return db.selectFrom('exam').where(among('id', ids)).select(['id', 'title']).execute()
}

/** Freezes template, scores and duration: called before the first paper is built. Waits for a concurrent edit. */
export async function markExamStarted({ db }: Pick<Ctx, 'db'>, id: string) {
  const { tmplId } = await mustFindExam({ db }, id)
  await lockTmpl({ db }, tmplId)
  const { totalScore, quCount } = await mustFindTmpl({ db }, tmplId)
  await db.updateTable('exam').set({ started: true, totalScore, quCount }).where('id', '=', id).where('started', '=', false).execute()
}
