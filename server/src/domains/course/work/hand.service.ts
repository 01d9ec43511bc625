// Drafts and hand-ins. A try is one row: a draft until it is handed in, which happens once.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { report } from '../../site/log/happening.service.ts'
import { mustBeChecked } from '../face/face.service.ts'
import { begin } from '../learn/learn.service.ts'
import { finishTool } from '../learn/package-finish.service.ts'
import { type FilePlace, mustFindPlace } from '../learn/place.service.ts'
import { findOwnWork, mustFindWork, mustHaveTurn, triesOf } from './own.service.ts'
import { saveHandFiles } from './work-file.service.ts'
import { turnOf } from './work.rules.ts'

type Calls = typeof courseWork
type Written = Input<Calls['hand']>
type Work = Awaited<ReturnType<typeof mustFindWork>>

/**
 * Locks the caller's try, or adds it. Fails as mustFindPlace, as mustHaveTurn, and workHanded for another try than the one that is to be
 * written.
 * @returns undefined for a try that was handed in already
 */
async function lockTry(ctx: Ctx, { tryNo, ...written }: Written) {
  const place = { courseId: written.courseId, fileId: written.fileId }
  await mustFindPlace(ctx, place)
  const work = await mustFindWork(ctx, place)
  await mustBeChecked(ctx, place.courseId)
  // locks the learner's progress: calls of several pages come one after the other
  await begin(ctx, place)
  const tries = await triesOf(ctx, place)
  const own = tries.find((one) => one.tryNo === tryNo)
  if (own && own.state !== HandState.draft) return undefined
  const turn = turnOf(tries, work, work.dueTime, ctx.now)
  mustHaveTurn(turn.reason)
  if (turn.tryNo !== tryNo) fail('workHanded')
  return { work, turn, own }
}

/** Stores what was written, in the caller's transaction. Fails workDraftChanged for another version, and at `content` and `files`. */
async function storeDraft(ctx: Ctx, { work, own }: NonNullable<Awaited<ReturnType<typeof lockTry>>>, written: Written) {
  const { courseId, fileId, tryNo, version, content, files } = written
  if ((own?.version ?? 0) !== version) fail('workDraftChanged')
  if (content.trim() !== '' && !work.takesText) failField('content', say('workTextNone'))
  const row = { content, saveTime: ctx.now, version: version + 1 }
  const { id } = own
    ? await ctx.db.updateTable('courseWorkHand').set(row).where('id', '=', own.id).returning('id').executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('courseWorkHand')
        .values({ ...row, courseId, fileId, tryNo, userId: ctx.user.id, state: HandState.draft, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  await saveHandFiles(ctx, id, files, work)
  return { id, version: version + 1 }
}

/** Stores the draft. Fails workHanded for a try that was handed in, and as lockTry and storeDraft. */
export function saveDraft(ctx: Ctx, written: Input<Calls['save-draft']>): Promise<Output<Calls['save-draft']>> {
  return ctx.app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    const found = (await lockTry(inner, written)) ?? fail('workHanded')
    const { version } = await storeDraft(inner, found, written)
    return { version, saveTime: ctx.now }
  })
}

/**
 * Hands in; of a try that was handed in already, nothing changes. A draft that another page has changed is refused, so that nothing is handed in
 * unseen. Fails as lockTry and storeDraft, and at `content` where nothing was written.
 */
export async function handIn(ctx: Ctx, written: Written): Promise<Output<Calls['hand']>> {
  const place = { courseId: written.courseId, fileId: written.fileId }
  const found = await lockTry(ctx, written)
  if (!found) return findOwnWork(ctx, place)
  if (written.content.trim() === '' && written.files.length === 0) failField('content', say('workNothing'))
  const { id } = await storeDraft(ctx, found, written)
  const { work, turn } = found
  await ctx.db
    .updateTable('courseWorkHand')
    .set({ state: HandState.handed, handTime: ctx.now, lateDays: turn.lateDays })
    .where('id', '=', id)
    .execute()
  ctx.change.after = { id, tryNo: turn.tryNo, lateDays: turn.lateDays }
  if (work.finish === WorkFinish.handed) await finishTool(ctx, place)
  await tell(ctx, place, work, { id, tryNo: turn.tryNo, lateDays: turn.lateDays })
  return findOwnWork(ctx, place)
}

/** Tells the markers, and other systems. */
async function tell(ctx: Ctx, { courseId, fileId }: FilePlace, work: Work, hand: { id: string; tryNo: number; lateDays: number }) {
  const course = await ctx.db.selectFrom('course').where('id', '=', courseId).select('title').executeTakeFirstOrThrow()
  const to = work.markerIds.length > 0 ? work.markerIds : work.createBy === null ? [] : [work.createBy]
  const who = work.blind ? '有学员' : ctx.user.realName
  await sendMsg(
    ctx,
    to.filter((one) => one !== ctx.user.id),
    {
      title: '有作业待批改',
      content: `${who}提交了课程“${course.title}”的作业“${work.title}”。`,
      refType: 'workHand',
      refId: hand.id,
    },
  )
  const data = { handId: hand.id, workId: fileId, title: work.title, courseId, courseTitle: course.title, tryNo: hand.tryNo }
  await report(ctx, 'assignment.handed', [
    { userId: ctx.user.id, data: { ...data, lateDays: hand.lateDays, handTime: ctx.now.toISOString() } },
  ])
}
