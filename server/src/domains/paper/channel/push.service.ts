// Pushes: numbered messages to a paper's page, stored until acknowledged, announced by socket hints (exam-rules.md, *Pushes*).
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { sendHints } from './hint.service.ts'

export type PushContent = Omit<ExamHint, 'paperId' | 'seq'>
/** A stored push; `sendPush` announces it after the commit. */
export type Push = { content: PushContent; to: { paperId: string; examId: string; userId: string; seq: number; message?: string }[] }

/** Numbers and stores one push for each of these papers, in the caller's transaction; locks the papers. */
export async function storePush(db: Database, paperIds: readonly string[], content: PushContent, now: Date): Promise<Push> {
  const { message = '', ...rest } = content
  const messages = paperIds.map((paperId) => ({ paperId, message }))
  const { to } = await storePushes(db, messages, rest, now)
  // a message common to all papers is sent once
  return { content, to: to.map(({ message: _same, ...one }) => one) }
}

/** Like `storePush`, with a different message for each paper. */
export async function storePushes(
  db: Database,
  messages: readonly { paperId: string; message: string }[],
  content: Omit<PushContent, 'message'>,
  now: Date,
): Promise<Push> {
  const { type, ...data } = content
  const { rows } = await sql<Push['to'][number]>`with given as (
    select * from unnest(${messages.map((one) => one.paperId)}::bigint[], ${messages.map((one) => one.message)}::text[]) as g (paper_id, message)
  ), numbered as (
    update paper set msg_seq = msg_seq + 1 from given g where paper.id = g.paper_id
    returning paper.id as paper_id, exam_id, user_id, msg_seq as seq, g.message
  ), stored as (
    insert into paper_push (paper_id, seq, type, message, data, create_time)
    select paper_id, seq, ${type}, message, ${json(data)}, ${now} from numbered
  ) select paper_id, exam_id, user_id, seq, message from numbered order by paper_id`.execute(db)
  return { content, to: rows }
}

/** Sends the hints of a stored push; call it after the commit. */
export const sendPush = (app: App, { content, to }: Push): Promise<void> => sendHints(app, content, to)

/** The pushes of a paper with a number above `seen`, in order. */
export async function pushesAfter(db: Database, paperId: string, seen: number): Promise<ExamHint[]> {
  const rows = await pushesOf(db, paperId).where('seq', '>', seen).execute()
  return rows.map((row) => hintOf(paperId, row))
}

/** The pushes of a paper that no page has acknowledged yet. */
export async function unseenPushes(db: Database, paperId: string): Promise<ExamHint[]> {
  const rows = await pushesOf(db, paperId).where('ackTime', 'is', null).execute()
  return rows.map((row) => hintOf(paperId, row))
}

const pushesOf = (db: Database, paperId: string) =>
  db.selectFrom('paperPush').where('paperId', '=', paperId).orderBy('seq').select(['seq', 'type', 'message', 'data'])

type Stored = { seq: number; type: string; message: string; data: unknown }

function hintOf(paperId: string, { seq, type, message, data }: Stored): ExamHint {
  const rest = data as Pick<ExamHint, 'session' | 'leftMs'>
  return { type: type as ExamHint['type'], paperId, seq, ...(message === '' ? {} : { message }), ...rest }
}

/** Acknowledges all pushes of a paper up to `seq`. */
export async function recordSeen(db: Database, paperId: string, seq: number, now: Date) {
  await db
    .updateTable('paperPush')
    .set({ ackTime: now })
    .where('paperId', '=', paperId)
    .where('seq', '<=', seq)
    .where('ackTime', 'is', null)
    .execute()
}

/** Acknowledges push `seq` of the user's newest paper in the exam. */
export async function recordAck({ db, clock }: App, examId: string, userId: string, seq: number) {
  await db
    .updateTable('paperPush')
    .set({ ackTime: clock() })
    .where('paperId', '=', (query) =>
      query
        .selectFrom('paper')
        .where('userId', '=', userId)
        .where('examId', '=', examId)
        .where('state', '>=', PaperState.open)
        .orderBy('id', 'desc')
        .limit(1)
        .select('id'),
    )
    .where('seq', '=', seq)
    .where('ackTime', 'is', null)
    .execute()
}
