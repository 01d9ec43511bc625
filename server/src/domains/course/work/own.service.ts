// Assignments as their learners see them: task, own tries, marks.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, type WorkKind } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { type FilePlace, mustFindPlace } from '../learn/place.service.ts'
import { dueOf } from '../progress/learn.rules.ts'
import type { Line } from './setting.service.ts'
import { filesOf } from './work-file.service.ts'
import { turnOf } from './work.rules.ts'

type Calls = typeof courseWork
type Own = Output<Calls['detail']>

/** The assignment with the caller's deadline. Fails notFound. */
export async function mustFindWork({ db, user }: Pick<Ctx, 'db' | 'user'>, { courseId, fileId }: FilePlace) {
  const { startTime, kinds, rubric, ...work } = must(
    await db
      .selectFrom('courseWork as work')
      .innerJoin('courseFile as file', 'file.id', 'work.fileId')
      .leftJoin('courseLearn as learn', (join) => join.on('learn.courseId', '=', courseId).on('learn.userId', '=', user.id))
      .leftJoin('courseFileLearn as own', (join) =>
        join.on('own.courseId', '=', courseId).on('own.userId', '=', user.id).onRef('own.fileId', '=', 'work.fileId'),
      )
      .where('work.fileId', '=', fileId)
      .selectAll('work')
      .select(['file.title', 'file.createBy', 'learn.startTime', sql<boolean>`own.finish_time is not null`.as('finished')])
      .executeTakeFirst(),
  )
  return { ...work, kinds: kinds as WorkKind[], rubric: rubric as Line[], dueTime: dueOf(work, startTime) }
}

/** The caller's tries, the newest first. */
export const triesOf = ({ db, user }: Pick<Ctx, 'db' | 'user'>, { courseId, fileId }: FilePlace) =>
  db
    .selectFrom('courseWorkHand')
    .where('userId', '=', user.id)
    .where('courseId', '=', courseId)
    .where('fileId', '=', fileId)
    .orderBy('tryNo', 'desc')
    .selectAll()
    .execute()

/**
 * What an own assignment asks for, own tries and the draft. Fails notFound; before the first try also as mustFindPlace, so that nothing is read
 * of a course that is not open to the caller.
 */
export async function findOwnWork(ctx: Ctx, place: FilePlace): Promise<Own> {
  const tries = await triesOf(ctx, place)
  if (tries.length === 0) await mustFindPlace(ctx, place)
  const { fileId, version: _version, markerIds: _markers, createBy: _creator, ...work } = await mustFindWork(ctx, place)
  const turn = turnOf(tries, work, work.dueTime, ctx.now)
  const files = await filesOf(
    ctx,
    'handId',
    tries.map((one) => one.id),
  )
  const attachments = (await filesOf(ctx, 'workId', [fileId])).get(fileId) ?? []
  const draft = tries.find((one) => one.state === HandState.draft)
  // what was returned is where the next try begins
  const source = draft ?? (turn.isFree ? tries[0] : undefined)
  return {
    ...work,
    courseId: place.courseId,
    fileId,
    attachments,
    // a draft that came too late stays readable
    hands: tries
      .filter((one) => one.state !== HandState.draft || turn.reason !== null)
      .map(({ lines, ...one }) => ({ ...one, lines: lines as Line[], files: files.get(one.id) ?? [] })),
    draft: turn.reason
      ? null
      : {
          tryNo: turn.tryNo,
          version: draft?.version ?? 0,
          content: source?.content ?? '',
          files: (source && files.get(source.id)) ?? [],
          saveTime: draft?.saveTime ?? null,
        },
    reason: turn.reason,
    lateDays: turn.lateDays,
  }
}

/** The caller's assignments with the newest try of each. */
export function pageOwnWorks(ctx: Ctx, { params, ...paging }: Input<Calls['mine']>): Promise<Output<Calls['mine']>> {
  const query = ctx.db
    .selectFrom('courseWorkHand as hand')
    .innerJoin('courseWork as work', 'work.fileId', 'hand.fileId')
    .innerJoin('courseFile as file', 'file.id', 'hand.fileId')
    .innerJoin('course', 'course.id', 'hand.courseId')
    .where('hand.userId', '=', ctx.user.id)
    .where(
      sql<boolean>`not exists (select from course_work_hand n where n.user_id = hand.user_id and n.course_id = hand.course_id
        and n.file_id = hand.file_id and n.try_no > hand.try_no)`,
    )
    .$if(params.state !== undefined, (q) => q.where('hand.state', '=', params.state!))
    .select(['hand.id', 'hand.courseId', 'hand.fileId', 'file.title', 'course.title as courseTitle', 'hand.tryNo', 'hand.state'])
    .select(['hand.saveTime', 'hand.handTime', 'hand.finalScore', 'work.maxScore', 'hand.passed'])
  return pageOf(query, paging, {}, [['hand.id', 'desc']])
}

/** As findOwnWork, for the call. */
export const findDetail = (ctx: Ctx, place: Input<Calls['detail']>): Promise<Own> => findOwnWork(ctx, place)

/** Fails with the refusal of a turn in which nothing can be handed in. */
export function mustHaveTurn(reason: Own['reason']): void {
  if (reason === 'late') fail('workLate')
  if (reason === 'used') fail('workTriesUsed')
  if (reason !== null) fail('workHanded')
}
