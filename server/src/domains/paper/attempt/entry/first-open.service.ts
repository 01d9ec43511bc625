// The first opening of a paper. It takes one statement instead of a transaction of five, because all candidates of an exam open their papers at once.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../kernel/ctx.ts'

/** Columns of a paper that other tables have as well. */
export const sharedColumns = ['id', 'examId', 'title', 'state', 'quCount', 'totalScore', 'quSeconds', 'stepMode'] as const
/** Further columns of the paper and its exam that an opening needs. */
export const ownColumns = [
  ...(['exState', 'exMsg', 'deadlineAt', 'timeRev', 'earliestHandTime', 'liveSession', 'liveLogin', 'lastSeen', 'goneAt'] as const),
  ...(['msgSeq', 'liveIp', 'stepAt', 'leaveTimes', 'faceFails', 'unlockLogin', 'unlockedLogin', 'noFullScreen', 'noFace'] as const),
  ...(['allowPaste', 'signals', 'signalLimit', 'watermark', 'antiDebug', 'seb', 'leaveWatch', 'leaveSeconds', 'leaveLimit'] as const),
  ...(['fullScreen', 'faceChance', 'takeoverUnlock', 'captureMinutes'] as const),
] as const
/** The tracks that the paper records. */
export const recordColumns = ['r.camera', 'r.sound', 'r.screen', 'r.phone'] as const

const MOST_AGENT = 300

/**
 * Begins the first page-load session of the caller's paper, with the write lock.
 * @returns undefined where there is more to decide: the paper was opened or answered before, has a message, a question time or the secured
 * browser, is not open, or is not the caller's
 */
export async function beginFirst({ app, user, request }: Ctx, id: string, now: Date) {
  const session = randomBytes(16).toString('base64url')
  const { ip, userAgent } = request
  const row = await app.db
    .with('opened', (db) =>
      db
        .updateTable('paper')
        .from('exam')
        .set({ liveIp: ip, liveSession: session, liveLogin: user.sessionId === '' ? null : user.sessionId, lastSeen: now })
        .whereRef('exam.id', '=', 'paper.examId')
        .where('paper.id', '=', id)
        .where('paper.userId', '=', user.id)
        .where('paper.state', '=', PaperState.open)
        .where('deadlineAt', '>', now)
        .where('liveSession', '=', '')
        .where('msgSeq', '=', 0)
        .where('paper.quSeconds', '=', 0)
        .where('seb', '!=', 'required')
        .where((eb) => eb.not(eb.exists(eb.selectFrom('paperAnswer as a').whereRef('a.paperId', '=', 'paper.id').select('a.quId'))))
        .returning([...sharedColumns.map((one) => `paper.${one}` as const), ...ownColumns]),
    )
    .with('begun', (db) =>
      db
        .insertInto('paperSession')
        .columns(['id', 'paperId', 'userId', 'takeover', 'ip', 'userAgent', 'createTime'])
        .expression((eb) =>
          eb
            .selectFrom('opened')
            .select([
              sql<string>`${session}::text`.as('session'),
              'opened.id',
              sql<string>`${user.id}::bigint`.as('userId'),
              sql<boolean>`false`.as('takeover'),
              sql<string>`${ip}::text`.as('ip'),
              sql<string>`${userAgent.slice(0, MOST_AGENT)}::text`.as('userAgent'),
              sql<Date>`${now}::timestamptz`.as('createTime'),
            ]),
        ),
    )
    .selectFrom('opened')
    .leftJoin('paperRecord as r', 'r.paperId', 'opened.id')
    .select([...sharedColumns.map((one) => `opened.${one}` as const), ...ownColumns, ...recordColumns])
    .executeTakeFirst()
  return row && { row, session }
}
