// Offline exams: imports a spreadsheet of scores as finished papers.
import { restated } from '../../../kernel/localized.ts'
import type { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { type Ctx, mustHaveFile, type SlowCtx, type UploadedFile } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { readRows } from '../../../kernel/sheet/sheet-rows.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { wrongRowsOf } from '../../../kernel/sheet/wrong-rows.ts'
import { mustFindExam, markExamStarted } from '../../exam/exam.service.ts'
import { finishSoon } from '../grade/due.service.ts'
import { finishedColumns } from '../grade/finish.service.ts'
import { invitedTo, namesPeople } from './invited.service.ts'
import { withinPaperScope } from '../grade/paper-scope.service.ts'
import { type Draft, problemOf, scoreFields } from './score-sheet.format.ts'
import { recordEvent } from '../channel/timeline.service.ts'
import { mustNotBeArchived } from '../../exam/entry/archived.service.ts'

/** The maximum number of row errors in the answer; `total - valid` still counts every wrong row. */
const MAX_PROBLEMS = 5_000
type Exam = Awaited<ReturnType<typeof mustFindExam>>
/** `before`: the user's present score in 1/100 point */
type ExistingUser = { userId: string; invited: boolean; paperId: string | null; before: number | null }
type Ready = Draft & ExistingUser

/**
 * Imports the scores of an offline exam; with `dryRun` only reports what would happen. A second score for a user replaces the first. In mode `all`
 * nothing is stored while any row is wrong. Fails notFound, examOnline, fileMissing, sheetHeader, and with the errors of readSheet.
 */
export async function importScores(
  ctx: SlowCtx,
  { examId, dryRun, mode }: Input<typeof offline.import>,
): Promise<Output<typeof offline.import>> {
  const file = mustHaveFile(ctx)
  if (!(await ctx.read((inner) => mustFindExam(inner, examId))).offline) fail('examOnline')
  const { total, ...read } = await readScores(ctx, file)
  return ctx.transaction(async (inner) => {
    await mustNotBeArchived(inner, [examId])
    // after the first score the paper's total must not change
    if (!dryRun) await markExamStarted(inner, examId)
    const exam = await mustFindExam(inner, examId)
    const { ready, problems } = await judged(inner, exam, read, !dryRun)
    const stores = !dryRun && (mode === 'valid' || ready.length === total)
    const updated = stores ? await storeScores(inner, exam, ready) : 0
    const inserted = stores ? ready.length - updated : 0
    inner.change.before = stores ? ready.flatMap(({ paperId, before }) => (paperId === null ? [] : [{ paperId, score: before }])) : []
    inner.change.after = { file: file.name, total, inserted, updated }
    const errors = problems.toSorted((a, b) => a.row - b.row).slice(0, MAX_PROBLEMS)
    return { total, valid: ready.length, inserted, updated, errors: restated(ctx, errors) }
  })
}

const readScores = (ctx: SlowCtx, file: UploadedFile) => readRows<Draft>(ctx.app, new URL('./score-sheet.worker.ts', import.meta.url), file)
type Read = Pick<Awaited<ReturnType<typeof readScores>>, 'drafts' | 'problems'>

/** @param locks as `findExisting` */
async function judged(ctx: Ctx, exam: Exam, { drafts, problems }: Read, locks: boolean) {
  const existing = await findExisting(ctx, exam, drafts, locks)
  const ready: Ready[] = []
  const found = [...problems]
  for (const draft of drafts) {
    const person = existing.get(draft.userName.toLowerCase())
    const wrong = problemOf(draft, person, exam.totalScore)
    if (wrong) found.push({ row: draft.row, ...wrong, level: 'error' })
    else ready.push({ ...draft, ...person! })
  }
  return { ready, problems: found }
}

/** The wrong rows of the sheet with their faults. Fails as importScores, and notFound where no row is wrong. */
export async function wrongScoreRows(
  ctx: SlowCtx,
  { examId }: Input<(typeof offline)['import-wrong']>,
): Promise<Output<(typeof offline)['import-wrong']>> {
  const file = mustHaveFile(ctx)
  const read = await readScores(ctx, file)
  const problems = await ctx.transaction(async (inner) => {
    const exam = await mustFindExam(inner, examId)
    if (!exam.offline) fail('examOnline')
    inner.change.after = { examId, file: file.name }
    return (await judged(inner, exam, read, false)).problems
  })
  const found = await wrongRowsOf(ctx.app, file, restated(ctx, problems))
  return found ? { name: found.name, sheet: found.sheet } : fail('notFound', say('scoreRowsRight'))
}

/**
 * The users named in the sheet, within the caller's data scope, with their present score. @param locks lock against a concurrent import until the
 * commit
 */
async function findExisting(
  ctx: Ctx,
  { id, openType }: Exam,
  drafts: readonly Draft[],
  locks: boolean,
): Promise<Map<string, ExistingUser>> {
  const names = drafts.map((draft) => draft.userName.toLowerCase())
  if (locks) await sql`select pg_advisory_xact_lock(hashtextextended(${`paper.offline ${id}`}, 0))`.execute(ctx.db)
  const rows = await ctx.db
    .selectFrom('sysUser')
    .leftJoin('paper', (join) => join.onRef('paper.userId', '=', 'sysUser.id').on('paper.examId', '=', id).on('paper.offline', '=', true))
    .where(sql<boolean>`lower(user_name) = any(${names}::text[])`)
    .where(await withinPaperScope(ctx, id))
    .select(['sysUser.id as userId', 'userName', 'paper.id as paperId', 'score as before'])
    .select((namesPeople(openType) ? sql<boolean>`sys_user.id in (${invitedTo(id)})` : sql<boolean>`true`).as('invited'))
    .execute()
  return new Map(rows.map(({ userName, ...row }) => [userName.toLowerCase(), row]))
}

/** @returns the number of users who had a score before */
async function storeScores(ctx: Ctx, exam: Exam, rows: readonly Ready[]): Promise<number> {
  const { db, now, user } = ctx
  const stored = rows.filter((row) => row.paperId !== null)
  for (const { paperId, score, remark } of stored)
    await db
      .updateTable('paper')
      .set((paper) => ({ ...markOf(exam, score), exMsg: remark, handTime: now, version: paper('version', '+', 1) }))
      .set({ ...finishedColumns(now), state: PaperState.done })
      .where('id', '=', paperId!)
      .execute()
  const added = rows.filter((row) => row.paperId === null)
  const PORTION = 500
  const ids = stored.map((row) => row.paperId!)
  for (let from = 0; from < added.length; from += PORTION) {
    const values = added.slice(from, from + PORTION).map((row) => paperOf(ctx, exam, row))
    ids.push(...(await db.insertInto('paper').values(values).returning('id').execute()).map((row) => row.id))
  }
  for (const paperId of ids) await recordEvent(db, { paperId, kind: 'mark', message: '导入线下成绩', by: user.id, at: now })
  ctx.afterCommit(() => finishSoon(ctx.app))
  return stored.length
}

const markOf = ({ passScore }: Exam, score: number) => ({
  score,
  objScore: 0,
  subjScore: score,
  passed: score >= passScore,
  marks: json({ ruleVersion: 0, marks: [] }),
})

/** The row of a finished paper without questions. `score` in 1/100 point. */
export function paperOf({ now, user }: Ctx, exam: Exam, { userId, score, remark }: Pick<Ready, 'userId' | 'score' | 'remark'>) {
  const startTime = exam.startTime ?? now
  return {
    examId: exam.id,
    userId,
    title: exam.title,
    state: PaperState.done,
    offline: true,
    exMsg: remark,
    seed: '0',
    drawnFrom: 'offline',
    examVersion: exam.version,
    content: json([]),
    keys: json([]),
    markOptions: json(exam.markOptions),
    quCount: exam.quCount,
    totalScore: exam.totalScore,
    passScore: exam.passScore,
    startTime,
    deadlineAt: exam.endTime ?? now,
    handTime: now,
    ...markOf(exam, score),
    reviewBy: user.id,
    reviewTime: now,
    createTime: now,
    finishTime: now,
    finishDue: true,
    tellDue: true,
  }
}

/** The empty import sheet with one example row. */
export async function scoreTemplate(): Promise<Output<(typeof offline)['import-template']>> {
  const columns = scoreFields.map((header) => ({ header, width: header === '备注' ? 32 : 18 }))
  const rows = [['zhangsan', '87.5', '缺考补考']]
  return { name: '线下成绩导入模板.xlsx', type: xlsxType, body: await writeSheets([{ name: '成绩', columns, rows }]) }
}
