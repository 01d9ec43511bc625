// Builds papers shortly before a fixed start, so that the start needs no drawing (exam-rules.md, *Start*).
import { ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { insertPapers } from './create.service.ts'
import { invitedTo } from './invited.service.ts'

const AHEAD_MS = 10 * 60_000
const A_SWEEP = 200
const AN_INSERT = 20

/**
 * Prepares papers for exams that begin within ten minutes: up to 200 per exam and run. Holds no lock and no connection while it draws: of
 * several server processes one is ahead, and another notices by a paper that exists already and leaves the exam to it until its next run.
 * @returns the number of papers
 */
export async function preparePapers(app: App): Promise<number> {
  let prepared = 0
  for (const entry of await upcoming(app)) prepared += await prepareExam(app, entry)
  return prepared
}

type Upcoming = Awaited<ReturnType<typeof upcoming>>[number]
async function prepareExam(app: App, entry: Upcoming): Promise<number> {
  const { rows } = await sql<{ userId: string }>`select user_id from (${invitedTo(entry.id)}) as invited
    where not exists (select from paper p where p.exam_id = ${entry.id} and p.user_id = invited.user_id)
    order by user_id limit ${A_SWEEP}`.execute(app.db)
  let prepared = 0
  for (let from = 0; from < rows.length; from += AN_INSERT) {
    const userIds = rows.slice(from, from + AN_INSERT).map((one) => one.userId)
    const stored = await insertPapers(app, entry, userIds, PaperState.prepared, app.clock())
    prepared += stored.length
    if (stored.length < userIds.length) break
  }
  return prepared
}

function upcoming(app: App) {
  const now = app.clock()
  return (
    app.db
      .selectFrom('exam')
      .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
      .where('exam.state', '=', ExamState.enabled)
      .where('openType', 'in', [ExamOpenType.departs, ExamOpenType.persons])
      .where('offline', '=', false)
      .where('startTime', '>', now)
      .where('startTime', '<=', new Date(now.getTime() + AHEAD_MS))
      .select(['exam.id', 'exam.title', 'exam.version', 'exam.state', 'exam.started', 'openType', 'password', 'startTime', 'endTime'])
      .select(['minutes', 'exam.passScore', 'tries', 'lateMinutes', 'earliestMinutes', 'exam.markOptions', 'tmplId'])
      .select(['tmpl.version as tmplVersion', 'quShuffle', 'optionShuffle', 'takeoverUnlock', 'stepMode', 'stepBack', 'quSeconds'])
      // extra time is added when the paper is opened
      .select([sql<number>`0`.as('extraMinutes'), sql<number>`0`.as('extraCloseMinutes')])
      .execute()
  )
}
