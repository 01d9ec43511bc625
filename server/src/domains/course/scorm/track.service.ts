// What packages report: taken once, in the order of their openings and reports.
import type { courseScorm, ScormReport } from '@shuyuan/contract/course/scorm/scorm.ts'
import { ScormReport as Report, ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { CallbackInput, CallbackReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { type Ctx, nobody } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { isCheap } from '../../../kernel/http/large-body.ts'
import { finishPackage } from '../learn/package-finish.service.ts'
import type { ScormItem, ScormVersion } from './manifest.format.ts'
import { isPreview, readTicket } from './ticket.service.ts'
import { betterOf, type Cmi, isDone, percentOf, type Result, resultOf, secondsOf, storable } from './track.rules.ts'

type Calls = typeof courseScorm
type Saved = Output<Calls['save']>
type Place = { courseId: string; fileId: string }

const resultIn = ({ status, score }: { status: number; score: string | number | null }): Result => ({
  outcome: status as ScormStatus,
  score: score === null ? null : Number(score),
})

/** Stores a report of the caller's own opening. Fails notFound. */
export const saveReport = (ctx: Ctx, { track, ...report }: Input<Calls['save']>): Promise<Saved> =>
  ctx.app.db.transaction().execute((db) => store({ ...ctx, db }, track, report))

const answer = (status: number, result: boolean): CallbackReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ result, errorCode: result ? 0 : 101 }),
})

/** The last report of a frame that closes. 403 for a ticket that does not work, 400 for another body. */
export async function takeCommit(ctx: Ctx, { raw, query }: CallbackInput): Promise<CallbackReply> {
  const ticket = await readTicket(ctx.app, query['k'] ?? '')
  if (!ticket) return answer(403, false)
  const report = Report.safeParse(parsed(raw))
  if (!report.success || (report.data.session !== ticket.session && !isPreview(ticket))) return answer(400, false)
  if (isPreview(ticket)) return answer(200, true)
  const user = { ...nobody, id: ticket.userId }
  const { taken } = await ctx.app.db.transaction().execute((db) => store({ ...ctx, db, user }, ticket.track, report.data))
  return answer(200, taken)
}

function parsed(raw: Uint8Array): unknown {
  const text = Buffer.from(raw).toString('utf8')
  try {
    return isCheap(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const lockTrack = ({ db, user }: Ctx, track: string) =>
  db
    .selectFrom('courseScormTrack')
    .leftJoin('courseScormPackage', 'courseScormPackage.fileId', 'courseScormTrack.fileId')
    .where('courseScormTrack.id', '=', track)
    .where('userId', '=', user.id)
    .select(['courseId', 'courseScormTrack.fileId', 'itemId', 'session', 'seq', 'status', 'score', 'version', 'items'])
    .forUpdate('courseScormTrack')
    .executeTakeFirst()

async function store(ctx: Ctx, track: string, { session, seq, cmi }: ScormReport): Promise<Saved> {
  const row = must(await lockTrack(ctx, track))
  const place = { courseId: row.courseId, fileId: row.fileId }
  const items = (row.items ?? []) as ScormItem[]
  const isNewer = session === row.session && seq > row.seq
  let best = resultIn(row)
  if (isNewer) {
    const version = (row.version ?? '1.2') as ScormVersion
    const values = storable(cmi)
    best = betterOf(best, resultOf(version, values, items.find(({ id }) => id === row.itemId)?.mastery ?? null))
    await write(ctx, track, { seq, cmi: values, best, version })
    await notePercent(ctx, place, items)
  }
  const { finished, courseFinished } = await finishPackage(ctx, place)
  return { taken: isNewer, isNewest: session >= row.session, ...best, finished, courseFinished }
}

type Written = { seq: number; cmi: Cmi; best: Result; version: ScormVersion }
async function write({ db, now }: Ctx, track: string, { seq, cmi, best, version }: Written) {
  const sessionSec = secondsOf(cmi[version === '1.2' ? 'cmi.core.session_time' : 'cmi.session_time'])
  await db
    .updateTable('courseScormTrack')
    .where('id', '=', track)
    .set({ seq, cmi: json(cmi), status: best.outcome, score: best.score, sessionSec, updateTime: now })
    .execute()
}

/** Stores how many parts of the package are finished; a file that was finished stays it. */
export async function notePercent({ db, user }: Ctx, { courseId, fileId }: Place, items: readonly ScormItem[]): Promise<void> {
  const rows = await tracksOf({ db }, { courseId, fileId }, user.id)
  const done = new Set(rows.filter(isDone).map((one) => one.itemId))
  await db
    .updateTable('courseFileLearn')
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .set({ packageProcess: percentOf(items, done) })
    .execute()
}

/** The results of the opened parts of one person. */
export async function tracksOf({ db }: Pick<Ctx, 'db'>, { courseId, fileId }: Place, userId: string) {
  const rows = await db
    .selectFrom('courseScormTrack')
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .select(['itemId', 'status', 'score', 'updateTime'])
    .execute()
  return rows.map((row) => ({ ...row, ...resultIn(row) }))
}

/** A new opening of a part: older ones store nothing from now on. */
export async function beginSession({ db, user, now }: Ctx, { courseId, fileId }: Place, { id, isAsset }: ScormItem) {
  const status = isAsset ? ScormStatus.completed : ScormStatus.incomplete
  return db
    .insertInto('courseScormTrack')
    .values({ userId: user.id, courseId, fileId, itemId: id, session: 1, status, createTime: now, updateTime: now })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'courseId', 'fileId', 'itemId']).doUpdateSet({
        session: sql<number>`course_scorm_track.session + 1`,
        seq: 0,
        status: sql<ScormStatus>`greatest(course_scorm_track.status, excluded.status)`,
        updateTime: now,
      }),
    )
    .returning(['id', 'session'])
    .executeTakeFirstOrThrow()
}
