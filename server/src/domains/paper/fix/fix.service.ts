// Corrects a key or voids a question of an exam: preview and commit (exam-rules.md, *Marking*, Key fix, Void question).
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import { type Database, json, among } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { problemOf, shownItem } from './fix-check.rules.ts'
import { shownDepart, shownName } from './fix-history.service.ts'
import { correctBank, frozenItem } from './fix-item.service.ts'
import { changeOf, readFixed } from './fix-read.service.ts'
import { runFixes } from './fix-run.service.ts'
import { fixesOf } from '../grade/applied-fix.service.ts'
import type { LiveFix } from '../marking/marking-fix.rules.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

type Form = Omit<Input<(typeof fix)['preview']>, 'current' | 'size'>
type Preview = Output<(typeof fix)['preview']>
type Line = Omit<Preview['page']['records'][number], 'realName' | 'deptCode_dictText'>
type Dry = Omit<Preview, 'token' | 'page' | 'overridden'> & { lines: Line[] }

const BATCH = 500
const KEEP_MS = 5 * 60_000

const dryOf = appPart(() => newLru<string, Dry>(20, { ttl: KEEP_MS }))

/** The fixes of an exam with this form applied. */
const withFix = (fixes: readonly LiveFix[], { quId, subId, how, key }: Form): LiveFix[] => [
  ...fixes.filter((one) => one.quId !== quId || one.subId !== subId),
  { quId, subId, how, keyFix: key },
]

/**
 * A hash of the change and of everything that its preview was computed from: earlier fixes, and the mark version of each paper handed in before
 * `asOf`. Papers handed in later are marked with the change anyway.
 */
async function tokenOf(db: Database, form: Form, asOf: string): Promise<string> {
  const { examId, quId, subId, how, key, overrideManual } = form
  const { rows } = await sql<{ facts: string }>`select concat_ws('|',
    (select max(id) from paper_fix where exam_id = ${examId}::bigint),
    (select encode(sha256(convert_to(string_agg(id || ':' || version, ',' order by id), 'UTF8')), 'hex') from paper
      where exam_id = ${examId}::bigint and state in (${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)}) and not grading_needed and hand_time <= ${asOf}::timestamptz)) as facts`.execute(
    db,
  )
  const all = json([examId, quId, subId, how, key, overrideManual, rows[0]?.facts ?? ''])
  return `${asOf}/${createHash('sha256').update(all).digest('base64url')}`
}

async function mustFit(ctx: Ctx, form: Form) {
  await mustFindExam(ctx, form.examId)
  const { question, key } = await frozenItem(ctx, form.examId, form.quId)
  const fixes = await fixesOf(ctx.db, form.examId)
  const problem = problemOf({ ...form, current: 1, size: 1 }, shownItem(question, key, fixes), fixes)
  if (problem) failField(problem.field, problem.message)
  return { key, fixes: withFix(fixes, form) }
}

/** The dry run: the result of every marked paper after the change. Writes nothing. Fails notFound, or at the invalid field. */
export async function previewFix(ctx: Ctx, { current, size, ...form }: Input<(typeof fix)['preview']>): Promise<Preview> {
  const { fixes } = await mustFit(ctx, form)
  const token = await tokenOf(ctx.db, form, ctx.now.toISOString())
  const facts = token.slice(token.indexOf('/'))
  // Reuse the cached preview when only the page changed.
  const dry = dryOf(ctx.app).get(facts) ?? (await dryRun(ctx, form, fixes))
  dryOf(ctx.app).set(facts, dry)
  const { lines, ...counts } = dry
  return { ...counts, token, overridden: form.overrideManual, page: await pageLines(ctx, lines, { current, size }) }
}

async function dryRun({ db }: Ctx, form: Form, fixes: LiveFix[]): Promise<Dry> {
  const found: Dry = { papers: 0, rise: 0, fall: 0, same: 0, toPass: 0, toFail: 0, manual: 0, open: 0, versions: 0, lines: [] }
  const versions = new Set<number>()
  for (let after = '0'; ;) {
    const papers = await readFixed(db, { examId: form.examId, target: form, fixes }, { after, limit: BATCH })
    for (const paper of papers) {
      const change = changeOf(paper, fixes, form, form.overrideManual)
      if (!change) continue
      const { oldTotal, newTotal, manualNames } = change
      const newPassed = change.newState === PaperState.done ? change.paper.passed : null
      versions.add(change.key.version)
      found.papers++
      found[newTotal > oldTotal ? 'rise' : newTotal < oldTotal ? 'fall' : 'same']++
      if (paper.passed === false && newPassed === true) found.toPass++
      if (paper.passed === true && newPassed === false) found.toFail++
      found.manual += manualNames.length
      if (change.old === change.new && oldTotal === newTotal && paper.passed === newPassed && manualNames.length === 0) continue
      const line = { paperId: paper.id, oldScore: change.old, newScore: change.new, oldTotal, newTotal }
      found.lines.push({ ...line, oldPassed: paper.passed, newPassed, manual: manualNames.length > 0 })
    }
    const last = papers.at(-1)
    if (!last || papers.length < BATCH) break
    after = last.id
  }
  return { ...found, versions: versions.size, open: await openPapers(db, form.examId) }
}

async function openPapers(db: Database, examId: string): Promise<number> {
  const row = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('state', '=', PaperState.open)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Names only papers that the caller may see; the counts include all papers, as the change does. */
async function pageLines(ctx: Ctx, lines: readonly Line[], { current, size }: { current: number; size: number }): Promise<Preview['page']> {
  const visible = await withinPaperScope(ctx)
  const people = await ctx.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(
      among(
        'paper.id',
        lines.map((line) => line.paperId),
      ),
    )
    .where(visible)
    .select(['paper.id', shownName(ctx), shownDepart(ctx)])
    .execute()
  const names = new Map(people.map((one) => [one.id, one]))
  const within = lines.filter((line) => names.has(line.paperId))
  const records = within.slice((current - 1) * size, current * size).map((line) => {
    const { realName, deptName } = names.get(line.paperId)!
    return { ...line, realName, deptCode_dictText: deptName ?? '' }
  })
  return { records, total: within.length, pages: Math.ceil(within.length / size), current, size }
}

/**
 * Commits a fix. From the commit on every marking uses it; papers marked before follow in batches. Fails fixRunning while an earlier fix is being
 * applied, fixStale if marks or fixes have changed since the preview.
 */
export async function commitFix(ctx: Ctx, input: Input<(typeof fix)['commit']>): Promise<Output<(typeof fix)['commit']>> {
  const { app, db, now, user } = ctx
  const { token, reason, updateBank, ...form } = input
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paper.fix ${form.examId}`}, 0))`.execute(db)
  const running = await db
    .selectFrom('paperFix')
    .where('examId', '=', form.examId)
    .where('done', '=', false)
    .select('id')
    .executeTakeFirst()
  if (running) fail('fixRunning')
  const { key } = await mustFit(ctx, form)
  await mustNotBeArchived(ctx, [form.examId])
  const asOf = token.slice(0, token.indexOf('/'))
  if (Number.isNaN(Date.parse(asOf)) || (await tokenOf(db, form, asOf)) !== token) fail('fixStale')
  if (updateBank && form.how === 'key') await correctBank(ctx, input, key)
  const { examId, quId, subId, how, overrideManual } = form
  await db
    .updateTable('paperFix')
    .set({ live: false })
    .where('examId', '=', examId)
    .where('quId', '=', quId)
    .where('subId', '=', subId)
    .where('live', '=', true)
    .execute()
  const row = { examId, quId, subId, how, overrideManual, reason, keyFix: json(form.key), createBy: user.id, createTime: now }
  const stored = await db.insertInto('paperFix').values(row).returning('id').executeTakeFirstOrThrow()
  ctx.change.after = { fixId: stored.id, quId, subId, how, key: form.key }
  ctx.afterCommit(() => void runFixes(app))
  return stored
}
