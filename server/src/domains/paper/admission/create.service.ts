// Starts a paper: entry checks, then one insert. Returns the open paper if the candidate has one.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import { defaultPledge } from '@shuyuan/contract/exam/entry-settings.ts'
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { Failure, fail } from '../../../kernel/fail.ts'
import { gatheredValues } from '../../../kernel/memo/gathered.ts'
import { appPart } from '../../../kernel/part.ts'
import { consumeApproval } from '../../exam/entry/approval.service.ts'
import { markExamStarted } from '../../exam/exam.service.ts'
import { consumeFaceToken } from '../../exam/face.service.ts'
import { mustBeSecured } from '../../exam/seb/seb.service.ts'
import { publishPaperChange } from '../channel/watch-change.service.ts'
import { mustHaveModule } from '../../people/role-menu/admission.service.ts'
import { countFailure, failuresOf } from '../../site/log/failure.service.ts'
import { deadlineOf, earliestHandOf, keyProblem, needsPassword, refusalOf } from '../attempt/entry/entry.rules.ts'
import { type Entry, applicantOf, findEntry, openPaperOf, messageOf } from './entry.service.ts'
import { papersOf } from '../question/own-papers.service.ts'
import { keepDrawn } from '../attempt/save/paper-cache.service.ts'
import { quSecondsOf } from '../attempt/save/qu-time.service.ts'
import { type Consented, markRecorded, mustHaveConsent } from '../record/need.service.ts'
import { type Drawn, drawPapers } from './draw.service.ts'
import { insertRows, insertTogether } from './store.service.ts'
import { stepModeOf } from '../attempt/save/step.rules.ts'
import { recordEvent } from '../channel/timeline.service.ts'

/** Identifies the source of a paper. A prepared paper is used only while the exam, the template and their versions are the same. */
export const drawnFrom = (entry: Pick<Entry, 'version' | 'tmplId' | 'tmplVersion'>) =>
  `${entry.version}/${entry.tmplId}/${entry.tmplVersion}`

type Keys = Pick<Input<(typeof paper)['create-paper']>, 'password' | 'faceToken' | 'pledged'>

/** Returns the id of the candidate's open paper or of a new one. Fails with the first entry rule that is broken (exam-rules.md, *Start*). */
export async function createPaper(ctx: Ctx, { examId, ...keys }: Input<(typeof paper)['create-paper']>) {
  await mustBeSecured(ctx, examId)
  try {
    return await enter(ctx, examId, keys)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // another tab may have consumed the approval or the last try in the meantime; its paper is the answer for this call too
    const open = await openPaperOf(ctx.app, await findEntry(ctx, examId))
    if (open === null) throw error
    return { id: open }
  }
}

async function enter(ctx: Ctx, examId: string, keys: Keys) {
  let entry = await findEntry(ctx, examId)
  const open = await openPaperOf(ctx.app, entry)
  if (open) return { id: open }
  await mustHaveModule(ctx, 'exam')
  if (entry.paperState === PaperState.open) entry = await findEntry(ctx, examId)
  let proof = await mustAdmit(ctx, entry, keys)
  if (!entry.started) {
    await startExam(ctx.app, examId)
    // the call above waited for a concurrent edit of the exam
    entry = await findEntry(ctx, examId)
    proof = await mustAdmit(ctx, entry, keys)
  }
  const id = await openNew(ctx, entry, { ...proof, pledge: keys.pledged === true ? entry.pledge || defaultPledge : null })
  publishPaperChange(ctx.app, examId, id, 'started')
  return { id }
}

/** Once for all candidates who come first at the same moment. Fails as markExamStarted. */
async function startExam(app: App, examId: string) {
  const failure = await startedTogether(app)(examId)
  if (failure !== undefined) throw failure
}

const startedTogether = appPart((app) =>
  gatheredValues<string, unknown>(async (ids) => {
    const start = (id: string) =>
      markExamStarted({ db: app.db }, id).then(
        () => undefined,
        (error: unknown) => error,
      )
    return new Map(await Promise.all(ids.map(async (id) => [id, await start(id)] as const)))
  }),
)

/** One-time proofs that starting a paper consumes; null where none is needed. */
type AdmissionProof = { applyId: string | null; faceToken: string | null; recorded: Consented | null }
/** With the text of the pledge that the candidate has confirmed; null: none. */
type Admission = AdmissionProof & { pledge: string | null }

/** Fails with the first entry rule that is broken. @returns the proofs to consume with the paper */
async function mustAdmit(ctx: Ctx, entry: Entry, keys: Keys): Promise<AdmissionProof> {
  const applicant = { ...(await applicantOf(ctx, entry)), ...keys }
  const refusal = refusalOf(entry, applicant, ctx.now)
  const isGuess = needsPassword(entry) && keys.password !== undefined && applicant.application !== 'approved'
  if (isGuess) await mustNotGuess(ctx, entry.id, refusal === 'examPassword')
  if (refusal) fail(refusal, messageOf(refusal, entry))
  const recorded = await mustHaveConsent(ctx, entry, ctx.user.id)
  // a candidate with password and face token keeps the approval for later, unless the exam requires one
  const needsApproval = entry.needApply || keyProblem(entry, { ...applicant, application: undefined }) !== null
  if (needsApproval && entry.apply && applicant.application === 'approved') return { applyId: entry.apply.id, faceToken: null, recorded }
  return { applyId: null, faceToken: entry.needFace ? (keys.faceToken ?? null) : null, recorded }
}

const TRIES_AT_PASSWORD = 10
const LOCKED_MS = 15 * 60_000

/** Counts wrong passwords of one user at one exam. Fails tooOften after ten within 15 minutes, even for the right password. */
async function mustNotGuess({ app, user }: Ctx, examId: string, isWrong: boolean) {
  const key = `exam:${examId}:${user.id}`
  const { failures, leftMs } = await failuresOf(app, key)
  if (failures >= TRIES_AT_PASSWORD) fail('tooOften', say('examPasswordTooOften', { minutes: Math.ceil(leftMs / 60_000) }))
  if (isWrong) await countFailure(app, key, LOCKED_MS)
}

/** Consumes the proofs and stores pledge and recording in the transaction that opened the paper. Fails examApplyNeeded or examFaceToken if another tab consumed them first. */
async function consumeProof(
  { user, now }: Ctx,
  db: Database,
  { applyId, faceToken, pledge, recorded }: Admission,
  entry: Entry,
  paperId: string,
) {
  if (recorded !== null) await markRecorded(db, { id: paperId, examId: entry.id, userId: user.id }, recorded, now)
  if (pledge !== null) await recordEvent(db, { paperId, kind: 'pledge', eventId: 'pledge', message: pledge, at: now })
  if (applyId !== null) {
    if (!(await consumeApproval(db, applyId))) fail('examApplyNeeded')
    await recordEvent(db, { paperId, kind: 'admit', message: '凭审核通过的考试申请进入', data: { applyId }, at: now })
  }
  if (faceToken !== null) {
    const { url, grey } =
      (await consumeFaceToken(db, { token: faceToken, examId: entry.id, userId: user.id }, now)) ?? fail('examFaceToken')
    await recordEvent(db, {
      paperId,
      kind: 'identity',
      message: grey ? '考前人脸核验通过（相似度偏低，请留意）' : '考前人脸核验通过',
      url,
      reason: grey ? 'grey' : '',
      at: now,
    })
  }
}

/** Whether the candidate has a prepared paper of what exam and template are now. */
const isReady = (entry: Entry) => entry.paperState === PaperState.prepared && entry.drawnFrom === drawnFrom(entry)

const drawOwn = async ({ app, user }: Ctx, entry: Entry): Promise<Drawn[]> => (isReady(entry) ? [] : drawPapers(app, entry, [user.id]))

/** Opens the prepared paper if it is still valid, otherwise draws one. Concurrent calls open one paper, and all of them get its id. */
async function openNew(ctx: Ctx, entry: Entry, proof: Admission): Promise<string> {
  const { app } = ctx
  const drawn = await drawOwn(ctx, entry)
  const needsNoProof = proof.applyId === null && proof.faceToken === null && proof.pledge === null && proof.recorded === null
  if (needsNoProof) return openWith(ctx, app.db, entry, drawn)
  // paper and proof are written in one transaction: of two tabs with the same approval only one opens a paper
  return app.db.transaction().execute((db) => openWith(ctx, db, entry, drawn, proof))
}

async function openWith(ctx: Ctx, db: Database, entry: Entry, drawn: Drawn[], proof?: Admission): Promise<string> {
  let opened = await openOwn(ctx, db, entry, drawn)
  if (opened === undefined) {
    const other = await findEntry({ ...ctx, db }, entry.id)
    if (other.paperState === PaperState.open) return other.paperId!
    opened = (await openOwn(ctx, db, other, await drawOwn(ctx, other))) ?? fail('conflict')
  }
  if (proof) await consumeProof(ctx, db, proof, entry, opened)
  return opened
}

/** @returns undefined if a concurrent call opened a paper */
async function openOwn(ctx: Ctx, db: Database, entry: Entry, drawn: Drawn[]): Promise<string | undefined> {
  if (drawn.length === 0) return openPrepared(ctx, db, entry)
  if (entry.paperState === PaperState.prepared) await deleteStale(ctx, db, entry)
  const inserted = await storePapers(ctx.app, db, entry, drawn, PaperState.open, ctx.now)
  return inserted[0] && limitTries(ctx, db, entry, inserted[0])
}

/** Deletes the caller's paper that was prepared before the last change of the exam or its template. */
const deleteStale = ({ user }: Ctx, db: Database, entry: Entry) =>
  db
    .deleteFrom('paper')
    .where('examId', '=', entry.id)
    .where('userId', '=', user.id)
    .where('state', '=', PaperState.prepared)
    .where('drawnFrom', '!=', drawnFrom(entry))
    .execute()

/** Deletes the new paper and fails examNoTries if another paper was started and closed while this one was drawn. */
async function limitTries({ app, user }: Ctx, db: Database, { id: examId, tries }: Entry, paperId: string): Promise<string> {
  if (tries === 0) return paperId
  const own = `${examId}/${user.id}`
  const used = db === app.db ? await usedTries(app)(own) : (await readUsed(db, [own])).get(own)
  if (used === undefined || used <= tries) return paperId
  await db.deleteFrom('paper').where('id', '=', paperId).where('state', '=', PaperState.open).execute()
  return fail('examNoTries')
}

/** One statement for all candidates who start at the same moment. */
const usedTries = appPart((app) => gatheredValues<string, number>((keys) => readUsed(app.db, keys)))

/** @param keys exam/user. @returns the started papers of each */
async function readUsed(db: Database, keys: readonly string[]): Promise<Map<string, number>> {
  const pairs = keys.map((one) => one.split('/') as [string, string])
  const { rows } = await sql<{ key: string; used: number }>`select p.exam_id || '/' || p.user_id as key, count(*)::int as used
    from unnest(${pairs.map(([exam]) => exam)}::bigint[], ${pairs.map(([, user]) => user)}::bigint[]) as asked (exam_id, user_id)
    cross join lateral ${papersOf(sql`asked.user_id`)} p
    where p.exam_id = asked.exam_id and p.state in (${sql.lit(PaperState.open)}, ${sql.lit(PaperState.marking)}, ${sql.lit(PaperState.done)})
    group by p.exam_id, p.user_id`.execute(db)
  return new Map(rows.map((row) => [row.key, row.used]))
}

async function openPrepared({ now }: Ctx, db: Database, entry: Entry): Promise<string | undefined> {
  const opened = await db
    .updateTable('paper')
    .set({ ...timesOf(entry, now), ...optionsOf(entry), state: PaperState.open, createTime: now })
    .where('id', '=', entry.paperId!)
    .where('state', '=', PaperState.prepared)
    .returning('id')
    .executeTakeFirst()
  return opened?.id
}

function timesOf(entry: Drawable, startTime: Date) {
  const deadlineAt = deadlineOf(entry, startTime)
  return { startTime, deadlineAt, earliestHandTime: earliestHandOf(entry, startTime, deadlineAt) }
}

/** Options of the exam and of the candidate's override, copied into the paper: a later change must not affect an open paper. */
const optionsOf = (entry: Drawable) => {
  const { extraMinutes, extraCloseMinutes, takeoverUnlock, stepMode, stepBack, quSeconds } = entry
  const { ownMinutes = 0, ownStart = null, ownEnd = null, noFace = false, noFullScreen = false } = entry
  const own = { ownMinutes, ownStart, ownEnd, noFace, noFullScreen }
  const steps = { stepMode: stepModeOf({ stepMode, stepBack }), quSeconds: quSecondsOf({ stepMode, quSeconds }) }
  return { extraMinutes, extraCloseMinutes, ...own, penOnly: takeoverUnlock || stepMode, ...steps }
}

type Drawable = Pick<Entry, 'id' | 'title' | 'version' | 'tmplId' | 'tmplVersion' | 'quShuffle' | 'optionShuffle' | 'markOptions'> &
  Pick<Entry, 'passScore' | 'startTime' | 'endTime' | 'minutes' | 'earliestMinutes' | 'extraMinutes' | 'extraCloseMinutes'> &
  Pick<Entry, 'takeoverUnlock' | 'stepMode' | 'stepBack' | 'quSeconds'> &
  Partial<Pick<Entry, 'ownMinutes' | 'ownStart' | 'ownEnd' | 'noFace' | 'noFullScreen'>>
type Fresh = typeof PaperState.prepared | typeof PaperState.open

const eachTogether = async (app: App, rows: Parameters<typeof insertTogether>[1][]) =>
  (await Promise.all(rows.map((row) => insertTogether(app, row)))).filter((one) => one !== undefined)

/**
 * Draws and stores papers, with one insert, for users without an open or prepared one.
 * @returns the ids of the stored papers
 */
export const insertPapers = async (app: App, entry: Drawable, userIds: string[], state: Fresh, now: Date): Promise<string[]> =>
  storePapers(app, app.db, entry, await drawPapers(app, entry, userIds), state, now)

async function storePapers(app: App, db: Database, entry: Drawable, drawn: Drawn[], state: Fresh, now: Date): Promise<string[]> {
  const times = timesOf(entry, state === PaperState.open ? now : (entry.startTime ?? now))
  const options = optionsOf(entry)
  const rows = drawn.map(({ userId, columns }) => ({
    examId: entry.id,
    userId,
    title: entry.title,
    state,
    drawnFrom: drawnFrom(entry),
    examVersion: entry.version,
    ...columns,
    markOptions: json(entry.markOptions as unknown as MarkOptions),
    passScore: entry.passScore,
    ...times,
    ...options,
    createTime: now,
  }))
  const stored = state === PaperState.open && db === app.db ? await eachTogether(app, rows) : await insertRows(db, rows)
  const drawnFor = new Map(drawn.map((one) => [one.userId, one]))
  const { stepMode, quSeconds } = options
  if (state === PaperState.open)
    for (const own of stored) keepDrawn(app, { ...own, examId: entry.id, stepMode, quSeconds }, drawnFor.get(own.userId)!)
  return stored.map((row) => row.id)
}
