// Opening a paper: the rules of entry, then one insert; the same paper again for who has one open.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { admits } from '../exam/audience.service.ts'
import { noteStarted } from '../exam/exam.service.ts'
import { extraColumns } from '../exam/extra.service.ts'
import { mustHaveModule } from '../sys/admission.service.ts'
import { closeIfDue } from './close.service.ts'
import { closesAt, deadlineOf, earliestHandOf, entryProblems, needsPassword, refusalOf } from './entry.rules.ts'
import { remember } from './known.service.ts'
import { buildPaper } from './pool.service.ts'
import { stepModeOf } from './step.rules.ts'

const MAX_SEED = 2 ** 48 - 1
const PREPARED = -1

/** The exam, its template and what this person has made of it so far; one query. Fails notFound. */
async function findEntry({ db, user }: Ctx, examId: string) {
  const own = sql`from paper p where p.exam_id = exam.id and p.user_id = ${user.id}`
  const row = await db
    .selectFrom('exam')
    .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
    .leftJoin('paper', (join) =>
      join.onRef('paper.examId', '=', 'exam.id').on('paper.userId', '=', user.id).on('paper.state', 'in', [PREPARED, 0]),
    )
    .where('exam.id', '=', examId)
    .select(['exam.id', 'exam.title', 'exam.version', 'exam.state', 'exam.started', 'openType', 'password', 'exam.startTime', 'endTime'])
    .select(['minutes', 'exam.passScore', 'tries', 'lateMinutes', 'earliestMinutes', 'exam.markOptions', 'tmplId'])
    .select(['tmpl.version as tmplVersion', 'quShuffle', 'optionShuffle', 'takeoverUnlock', 'exam.stepMode', 'stepBack'])
    .select(extraColumns(user.id))
    .select(['paper.id as paperId', 'paper.state as paperState', 'paper.deadlineAt', 'paper.exState', 'paper.drawnFrom'])
    .select(sql<number>`(select count(*)::int ${own} and p.state in (0, 1, 2))`.as('used'))
    .executeTakeFirst()
  return must(row)
}
export type Entry = Awaited<ReturnType<typeof findEntry>>

/** What a paper is drawn from; another exam, template or version gives another paper. */
export const drawnFrom = (entry: Pick<Entry, 'version' | 'tmplId' | 'tmplVersion'>) =>
  `${entry.version}/${entry.tmplId}/${entry.tmplVersion}`

/** Fails with the first rule of entry that is broken; returns the open paper of this exam, or a new one. */
export async function createPaper(ctx: Ctx, { examId, password }: Input<(typeof paper)['create-paper']>) {
  let entry = await findEntry(ctx, examId)
  const open = await openPaperOf(ctx.app, entry)
  if (open) return { id: open }
  await mustHaveModule(ctx, 'moduleExam')
  if (entry.paperState === 0) entry = await findEntry(ctx, examId)
  await mustAdmit(ctx, entry, password)
  if (!entry.started) {
    await noteStarted(ctx, examId)
    // an edit that was under way has been waited for
    entry = await findEntry(ctx, examId)
    await mustAdmit(ctx, entry, password)
  }
  return { id: await openNew(ctx, entry) }
}

async function mustAdmit(ctx: Ctx, entry: Entry, password: string | undefined) {
  const refusal = refusalOf(entry, { inScope: await admits(ctx, entry), used: entry.used, password }, ctx.now)
  if (refusal) fail(refusal)
}

/** The paper that is open, once it has been seen that its time is not over. */
async function openPaperOf(app: App, { paperId, paperState, deadlineAt, exState }: Entry): Promise<string | null> {
  if (paperId === null || paperState !== 0) return null
  if (app.clock().getTime() <= closesAt({ deadlineAt: deadlineAt!, exState: exState! })) return paperId
  await closeIfDue(app, paperId)
  return null
}

/** Takes the prepared paper if there is a fitting one, else draws one. Of several calls at once one opens it and all get the same. */
async function openNew(ctx: Ctx, entry: Entry): Promise<string> {
  const from = drawnFrom(entry)
  if (entry.paperState === PREPARED && entry.drawnFrom === from) {
    const opened = await openPrepared(ctx, entry)
    if (opened) return opened
  }
  // papers prepared before the last change of the exam or its template
  await ctx.db
    .deleteFrom('paper')
    .where('examId', '=', entry.id)
    .where('userId', '=', ctx.user.id)
    .where('state', '=', PREPARED)
    .where('drawnFrom', '!=', from)
    .execute()
  const inserted = await insertPapers(ctx.app, entry, [ctx.user.id], 0, ctx.now)
  if (inserted[0]) return keepWithinTries(ctx, entry, inserted[0])
  const other = await findEntry(ctx, entry.id)
  if (other.paperState === 0) return other.paperId!
  return (await openPrepared(ctx, other)) ?? fail('conflict')
}

/** A whole try may have been made elsewhere while this paper was drawn; then it is taken back, and nobody has seen it. */
async function keepWithinTries({ db, user }: Ctx, { id: examId, tries }: Entry, paperId: string): Promise<string> {
  if (tries === 0) return paperId
  const { used } = await db
    .selectFrom('paper')
    .where('examId', '=', examId)
    .where('userId', '=', user.id)
    .where('state', 'in', [0, 1, 2])
    .select(sql<number>`count(*)::int`.as('used'))
    .executeTakeFirstOrThrow()
  if (used <= tries) return paperId
  await db.deleteFrom('paper').where('id', '=', paperId).where('state', '=', 0).execute()
  return fail('examNoTries')
}

async function openPrepared({ db, now }: Ctx, entry: Entry): Promise<string | undefined> {
  const opened = await db
    .updateTable('paper')
    .set({ ...timesOf(entry, now), ...optionsOf(entry), state: 0, createTime: now })
    .where('id', '=', entry.paperId!)
    .where('state', '=', PREPARED)
    .returning('id')
    .executeTakeFirst()
  return opened?.id
}

function timesOf(entry: Entry, startTime: Date) {
  const deadlineAt = deadlineOf(entry, startTime)
  return { startTime, deadlineAt, earliestHandTime: earliestHandOf(entry, startTime, deadlineAt) }
}

/** What a paper keeps of its exam's options: a change in the middle of it would be a trap. */
const optionsOf = ({ extraMinutes, extraCloseMinutes, takeoverUnlock, stepMode, stepBack }: Drawable) => ({
  extraMinutes,
  extraCloseMinutes,
  penOnly: takeoverUnlock || stepMode,
  stepMode: stepModeOf({ stepMode, stepBack }),
})

type Drawable = Omit<Entry, 'paperId' | 'paperState' | 'deadlineAt' | 'exState' | 'drawnFrom' | 'used'>

/**
 * Draws and stores papers for people who have none open, with one insert.
 * @param state 0 open, -1 prepared
 * @returns the ids of those that were stored
 */
export async function insertPapers(app: App, entry: Drawable, userIds: string[], state: -1 | 0, now: Date): Promise<string[]> {
  const drawn = []
  for (const userId of userIds) {
    const seed = String(randomInt(MAX_SEED))
    drawn.push({ userId, seed, frozen: await buildPaper(app, entry, seed) })
  }
  const times = timesOf(entry as Entry, state === 0 ? now : (entry.startTime ?? now))
  const options = optionsOf(entry)
  const rows = drawn.map(({ userId, seed, frozen }) => ({
    examId: entry.id,
    userId,
    seed,
    title: entry.title,
    state,
    drawnFrom: drawnFrom(entry),
    examVersion: entry.version,
    content: json(frozen.content),
    keys: json(frozen.keys),
    markOptions: json(entry.markOptions as unknown as MarkOptions),
    quCount: frozen.quCount,
    totalScore: frozen.totalScore,
    passScore: entry.passScore,
    ...times,
    ...options,
    createTime: now,
  }))
  const stored = await app.db
    .insertInto('paper')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['examId', 'userId'])
        .where('state', 'in', [sql.lit(PREPARED), sql.lit(0)])
        .doNothing(),
    )
    .returning(['id', 'userId'])
    .execute()
  const contents = new Map(drawn.map(({ userId, frozen }) => [userId, frozen.content]))
  if (state === 0) for (const { id, userId } of stored) remember(app, { id, userId, stepMode: options.stepMode }, contents.get(userId)!)
  return stored.map((row) => row.id)
}

/** What the start page needs to know before anybody presses the button. */
export async function checkInfo(ctx: Ctx, { id }: Input<(typeof exam)['check-info']>) {
  const entry = await findEntry(ctx, id)
  const inScope = await admits(ctx, entry)
  const ongoingPaperId = await openPaperOf(ctx.app, entry)
  const { used } = entry
  const problems = ongoingPaperId === null ? entryProblems(entry, { inScope, used }, ctx.now) : []
  return {
    canStart: problems.length === 0,
    reasons: problems.map((name) => errors[name][1]),
    needPassword: ongoingPaperId === null && needsPassword(entry),
    needFace: false,
    needApply: false,
    chances: entry.tries === 0 ? null : Math.max(0, entry.tries - used),
    ongoingPaperId,
  }
}
