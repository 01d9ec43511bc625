// What an exam records of a candidate, and whether they have agreed to it (docs/decisions/0216).
import type { Recorded } from '@shuyuan/contract/exam/record-settings.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { record } from '@shuyuan/contract/paper/record/record.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { admits } from '../../exam/entry/audience.service.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { site } from '../../site/config/config.service.ts'
import { papersOf } from '../question/own-papers.service.ts'
import { hashOfText, noticeText } from './notice.rules.ts'

export type RecordSettings = {
  recordCamera: boolean
  recordSound: boolean
  recordScreen: boolean
  recordPhone: boolean
  recordDays: number
}

/** What these settings of an exam record. */
export const recordedBy = ({ recordCamera, recordSound, recordScreen, recordPhone }: RecordSettings): Recorded => ({
  camera: recordCamera,
  sound: recordCamera && recordSound,
  screen: recordScreen,
  phone: recordPhone,
})
export const isRecorded = ({ camera, screen, phone }: Recorded): boolean => camera || screen || phone

/** Whether an invigilator lets this candidate take the exam without a recording. */
export async function isExempt(db: Database, examId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('examRecordExempt')
    .where('examId', '=', examId)
    .where('userId', '=', userId)
    .select('examId')
    .executeTakeFirst()
  return row !== undefined
}

/** The notice of an exam with these settings, as the site words it now. */
const noticeOf = async (app: App, exam: RecordSettings): Promise<string> =>
  noticeText(recordedBy(exam), exam.recordDays, (await site({ app })).recordNotice)

/** The newest answer of a candidate to this text; undefined without one. */
function answerTo(db: Database, { examId, userId, textHash }: { examId: string; userId: string; textHash: string }) {
  return db
    .selectFrom('examRecordConsent')
    .where('userId', '=', userId)
    .where('examId', '=', examId)
    .where('textHash', '=', textHash)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'agreed'])
    .executeTakeFirst()
}

/** The exam, for its audience and for candidates with a paper. Fails notFound. */
async function mustSit(ctx: Ctx, examId: string) {
  const row = await mustFindExam(ctx, examId)
  if (row.state === ExamState.enabled && (await admits(ctx, row))) return row
  const paper = await ctx.db
    .selectFrom(papersOf(ctx.user.id).as('paper'))
    .where('examId', '=', examId)
    .where('state', '>=', PaperState.open)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return paper ? row : fail('notFound')
}

/** The notice of the exam and the caller's answer to it. Fails notFound. */
export async function findNeed(ctx: Ctx, { examId }: Input<typeof record.need>): Promise<Output<typeof record.need>> {
  const row = await mustSit(ctx, examId)
  const what = recordedBy(row)
  const text = await noticeOf(ctx.app, row)
  const textHash = hashOfText(text)
  const who = { examId, userId: ctx.user.id }
  const answer = isRecorded(what) ? await answerTo(ctx.db, { ...who, textHash }) : undefined
  const exempt = isRecorded(what) && (await isExempt(ctx.db, who.examId, who.userId))
  return { ...what, keepDays: row.recordDays, text, textHash, agreed: answer?.agreed ?? null, exempt }
}

/** Stores the caller's answer with the text; a repeated answer is stored once. Fails recordTextChanged where the text is another one now, notFound. */
export async function saveConsent(ctx: Ctx, { examId, textHash, agreed }: Input<typeof record.consent>): Promise<true> {
  const { db, user, now, request } = ctx
  const row = await mustSit(ctx, examId)
  const text = await noticeOf(ctx.app, row)
  if (text === '' || hashOfText(text) !== textHash) fail('recordTextChanged')
  // two clicks at once
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record consent ${examId} ${user.id}`}, 0))`.execute(db)
  const before = await answerTo(db, { examId, userId: user.id, textHash })
  if (before?.agreed === agreed) return true
  const told = { ip: request.ip, userAgent: request.userAgent.slice(0, 300) }
  await db
    .insertInto('examRecordConsent')
    .values({ examId, userId: user.id, agreed, content: text, textHash, ...told, createTime: now })
    .execute()
  ctx.change.after = { examId, agreed, textHash }
  return true
}

export type Consented = Recorded & { keepDays: number; consentId: string }

/**
 * What a new paper of this exam records; null where the exam records nothing or the candidate is exempt. Fails recordConsent without a consent to the
 * present text.
 */
export async function mustHaveConsent(
  { app, db }: Pick<Ctx, 'app' | 'db'>,
  exam: RecordSettings & { id: string },
  userId: string,
): Promise<Consented | null> {
  const what = recordedBy(exam)
  if (!isRecorded(what) || (await isExempt(db, exam.id, userId))) return null
  const textHash = hashOfText(await noticeOf(app, exam))
  const answer = await answerTo(db, { examId: exam.id, userId, textHash })
  if (answer?.agreed !== true) return fail('recordConsent')
  return { ...what, keepDays: exam.recordDays, consentId: answer.id }
}

/** Says that a paper is recorded, in the transaction that opened it. */
export async function markRecorded(
  db: Database,
  paper: { id: string; examId: string; userId: string },
  consented: Consented,
  now: Date,
): Promise<void> {
  await db
    .insertInto('paperRecord')
    .values({ paperId: paper.id, examId: paper.examId, userId: paper.userId, ...consented, createTime: now })
    .onConflict((conflict) => conflict.column('paperId').doNothing())
    .execute()
}
