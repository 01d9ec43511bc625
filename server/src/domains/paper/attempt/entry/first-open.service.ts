// The first opening of a paper. One statement for all that open at the same moment takes the place of a transaction of five statements each.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { gatheredValues } from '../../../../kernel/memo/gathered.ts'
import { appPart } from '../../../../kernel/part.ts'

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
/** Papers of one statement. */
const MOST_TOGETHER = 32

/** A page that opens a paper. */
type Page = { id: string; userId: string; login: string | null; ip: string; agent: string; session: string; now: Date }

/**
 * Begins the first page-load session of the caller's paper, with the write lock. Pages that open at the same moment share a statement.
 * @returns undefined where there is more to decide: the paper was opened or answered before, has a message, a question time or the secured
 * browser, is not open, is being changed by another call, or is not the caller's
 */
export async function beginFirst({ app, user, request }: Ctx, id: string, now: Date) {
  const session = randomBytes(16).toString('base64url')
  const login = user.sessionId === '' ? null : user.sessionId
  const agent = request.userAgent.slice(0, MOST_AGENT)
  const row = await openedTogether(app)({ id, userId: user.id, login, ip: request.ip, agent, session, now })
  return row && { row, session }
}

const openedTogether = appPart((app) => gatheredValues<Page, Begun>((pages) => beginAll(app.db, pages), { most: MOST_TOGETHER }))

type Begun = Awaited<ReturnType<typeof openAll>>[number]

async function beginAll(db: Database, pages: readonly Page[]): Promise<Map<Page, Begun>> {
  const rows = new Map((await openAll(db, pages)).map((row) => [row.begun, row]))
  return new Map(pages.flatMap((page) => (rows.has(page.session) ? [[page, rows.get(page.session)!] as const] : [])))
}

/** The planner does not see the values, so that the statement is planned once. */
function pageRows(pages: readonly Page[]) {
  const all = <K extends keyof Page>(name: K) => pages.map((one) => one[name])
  return sql<Page>`(select g.* from (select ${all('id')}::bigint[] as a, ${all('userId')}::bigint[] as b, ${all('login')}::bigint[] as c,
      ${all('ip')}::text[] as d, ${all('agent')}::text[] as e, ${all('session')}::text[] as f, ${all('now')}::timestamptz[] as h offset 0) as given,
    unnest(a, b, c, d, e, f, h) as g (id, user_id, login, ip, agent, session, now))`
}

/**
 * Locks the papers in the order of their ids, without waiting. Of two pages that open the same paper one gets it. `case` and
 * the sum keep the planner from the indexes of states and exams, as in `papersOf`.
 */
const openAll = (database: Database, pages: readonly Page[]) =>
  database
    .with('asked', (db) => db.selectFrom(pageRows(pages).as('page')).selectAll())
    .with('held', (db) =>
      db
        .selectFrom('asked')
        .innerJoin('paper', 'paper.id', 'asked.id')
        .innerJoin('exam', (join) => join.on('exam.id', '=', sql<string>`paper.exam_id + 0`))
        .whereRef('paper.userId', '=', 'asked.userId')
        .where(sql<boolean>`case paper.state when ${sql.lit(PaperState.open)} then paper.deadline_at > asked.now else false end`)
        .where('liveSession', '=', sql.lit(''))
        .where('msgSeq', '=', sql.lit(0))
        .where('paper.quSeconds', '=', sql.lit(0))
        .where('seb', '!=', sql.lit('required'))
        .where((eb) => eb.not(eb.exists(eb.selectFrom('paperAnswer as a').whereRef('a.paperId', '=', 'paper.id').select('a.quId'))))
        .orderBy('paper.id')
        .select(['paper.id', 'asked.userId', 'login', 'ip', 'agent', 'session', 'now'])
        .forNoKeyUpdate('paper')
        .skipLocked(),
    )
    .with('opened', (db) =>
      db
        .updateTable('paper')
        .from(['held', 'exam'])
        .set((eb) => ({
          liveIp: eb.ref('held.ip'),
          liveSession: eb.ref('held.session'),
          liveLogin: eb.ref('held.login'),
          lastSeen: eb.ref('held.now'),
        }))
        .whereRef('paper.id', '=', 'held.id')
        .whereRef('exam.id', '=', 'paper.examId')
        .returning(['held.session as begun', 'held.userId', 'held.ip', 'held.agent', 'held.now'])
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
              'opened.begun',
              'opened.id',
              'opened.userId',
              sql<boolean>`false`.as('takeover'),
              'opened.ip',
              'opened.agent',
              'opened.now',
            ]),
        ),
    )
    .selectFrom('opened')
    .leftJoin('paperRecord as r', 'r.paperId', 'opened.id')
    .select(['opened.begun', ...sharedColumns.map((one) => `opened.${one}` as const), ...ownColumns, ...recordColumns])
    .execute()
