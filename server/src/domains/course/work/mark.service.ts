// Marks of hand-ins, and their return for another try. The first of two markers wins; the other is refused.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState, WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { finishTool } from '../learn/package-finish.service.ts'
import { announcePassed } from './passed.service.ts'
import { mayMark, ofReach } from './reach.service.ts'
import type { Line } from './setting.service.ts'
import { finalScoreOf, linesAmong } from './work.rules.ts'

type Calls = typeof courseWork

/**
 * Locks a hand-in that the caller may mark. Fails notFound beyond their reach, workNotMarker, and workChanged for another version or a hand-in
 * that was followed by another try after its return.
 */
async function mustLock(ctx: Ctx, id: string, version: number) {
  const { own, title, ...hand } = must(
    await ctx.db
      .selectFrom('courseWorkHand as hand')
      .innerJoin('courseFile as file', 'file.id', 'hand.fileId')
      .where('hand.id', '=', id)
      .where(await ofReach(ctx))
      .forUpdate('hand')
      .selectAll('hand')
      .select(['file.title', mayMark(ctx).as('own')])
      .executeTakeFirst(),
  )
  if (!own) fail('workNotMarker')
  if (hand.version !== version) fail('workChanged')
  if (hand.state === HandState.returned) {
    const later = await ctx.db
      .selectFrom('courseWorkHand')
      .where('userId', '=', hand.userId)
      .where('courseId', '=', hand.courseId)
      .where('fileId', '=', hand.fileId)
      .where('tryNo', '>', hand.tryNo)
      .select(sql`1`.as('one'))
      .executeTakeFirst()
    if (later) fail('workChanged')
  }
  const work = await ctx.db.selectFrom('courseWork').where('fileId', '=', hand.fileId).selectAll().executeTakeFirstOrThrow()
  ctx.change.before = { state: hand.state, score: hand.score, comment: hand.comment }
  return { hand, work, title }
}

/** Gives the mark; the learner gets a message. Fails as mustLock, and at `score` above the full score. */
export async function markHand(ctx: Ctx, { id, version, score, lines, comment }: Input<Calls['mark']>): Promise<Output<Calls['mark']>> {
  const { hand, work, title } = await mustLock(ctx, id, version)
  if (score > work.maxScore) failField('score', say('workScoreBeyond'))
  const finalScore = finalScoreOf(score, work, hand.lateDays)
  const passed = finalScore >= work.passScore
  await ctx.db
    .updateTable('courseWorkHand')
    .set({ state: HandState.marked, score, finalScore, passed, comment, lines: json(linesAmong(work.rubric as Line[], lines)) })
    .set({ markBy: ctx.user.id, markTime: ctx.now, version: version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.change.after = { score, finalScore, passed }
  const place = { courseId: hand.courseId, fileId: hand.fileId }
  if (passed && work.finish === WorkFinish.passed) await finishTool({ ...ctx, user: { ...ctx.user, id: hand.userId } }, place)
  if (passed && hand.passed !== true) await announcePassed(ctx, { ...place, userId: hand.userId })
  const result = `${formatPoints(finalScore)} / ${formatPoints(work.maxScore)} 分，${passed ? '通过' : '未通过'}`
  await tell(ctx, { ...place, userId: hand.userId }, '作业已批改', `您的作业“${title}”已批改：${result}。`, comment)
  return { version: version + 1, finalScore, passed }
}

/** Returns a hand-in for another try; the learner gets a message. Fails as mustLock, and workChanged for one that has passed. */
export async function returnHand(ctx: Ctx, { id, version, comment }: Input<Calls['return']>): Promise<Output<Calls['return']>> {
  const { hand, title } = await mustLock(ctx, id, version)
  if (hand.state === HandState.marked) {
    const { passed } = hand
    if (passed) fail('workChanged')
  }
  await ctx.db
    .updateTable('courseWorkHand')
    .set({ state: HandState.returned, score: null, finalScore: null, passed: null, comment, lines: json([]) })
    .set({ markBy: ctx.user.id, markTime: ctx.now, version: version + 1 })
    .where('id', '=', id)
    .execute()
  ctx.change.after = { state: HandState.returned, comment }
  const to = { courseId: hand.courseId, fileId: hand.fileId, userId: hand.userId }
  await tell(ctx, to, '作业被退回', `您的作业“${title}”被退回，请修改后再次提交。`, comment)
  return { version: version + 1 }
}

type To = { courseId: string; fileId: string; userId: string }
const tell = (ctx: Ctx, { courseId, fileId, userId }: To, title: string, text: string, comment: string) =>
  sendMsg(ctx, [userId], {
    title,
    content: comment === '' ? text : `${text}\n评语：${comment}`,
    refType: 'work',
    refId: `${courseId}/${fileId}`,
  })
