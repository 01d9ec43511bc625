// Questions of learners: asking, and what the learners of a course see.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { mustSeeCourse } from '../catalog/my-course.service.ts'
import { mustSeePlace } from './talk-place.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof courseQuestion
type Answer = Output<Calls['user-paging']>['records'][number]['answers'][number]

/** The answers to these questions in order, by question. */
export async function answersOf({ db }: Pick<Ctx, 'db'>, questionIds: readonly string[]): Promise<Map<string, Answer[]>> {
  const rows = await db
    .selectFrom('courseAnswer')
    .leftJoin('sysUser', 'sysUser.id', 'courseAnswer.userId')
    .where(among('questionId', questionIds))
    .orderBy('courseAnswer.id')
    .select(['courseAnswer.id', 'questionId', 'isTeacher', 'content', 'courseAnswer.createTime'])
    .select(sql<string>`case when is_teacher then coalesce(real_name, '') else '' end`.as('name'))
    .execute()
  const found = new Map<string, Answer[]>()
  for (const { questionId, ...row } of rows) found.set(questionId, [...(found.get(questionId) ?? []), row])
  return found
}

/** Own questions of a course and those opened to its learners, newest first. Fails notFound for a course that the caller does not see. */
export async function pageOwnQuestions(
  ctx: Ctx,
  { params, ...paging }: Input<Calls['user-paging']>,
): Promise<Output<Calls['user-paging']>> {
  const courseId = must(params.courseId)
  await mustSeeCourse(ctx, courseId)
  const query = ctx.db
    .selectFrom('courseQuestion')
    .leftJoin('courseFile', 'courseFile.id', 'courseQuestion.fileId')
    .where('courseId', '=', courseId)
    .where((eb) =>
      eb.or([eb('courseQuestion.userId', '=', ctx.user.id), ...(params.mine === true ? [] : [eb('courseQuestion.isOpen', '=', true)])]),
    )
    .select(['courseQuestion.id', 'courseQuestion.fileId', 'position', 'courseQuestion.content', 'isOpen', 'answered'])
    .select(['courseQuestion.createTime', 'courseQuestion.userId', sql<string>`coalesce(course_file.title, '')`.as('fileTitle')])
  const page = await pageOf(query, paging, {}, [['courseQuestion.id', 'desc']])
  const answers = await answersOf(
    ctx,
    page.records.map((row) => row.id),
  )
  const records = page.records.map(({ userId, ...row }) => ({ ...row, isOwn: userId === ctx.user.id, answers: answers.get(row.id) ?? [] }))
  return { ...page, records }
}

/** Open questions that one learner may have in one course. */
const MOST_WAITING = 20

/** Asks; the creator of the course gets a message. Fails as mustSeePlace, and at `content` when too many own questions wait for an answer. */
export async function askQuestion(ctx: Ctx, { content, ...place }: Input<Calls['ask']>): Promise<{ id: string }> {
  const title = await mustSeePlace(ctx, place)
  const { rows } = await sql`select from course_question where user_id = ${ctx.user.id}::bigint and course_id = ${place.courseId}::bigint
    and not answered limit ${MOST_WAITING}`.execute(ctx.db)
  if (rows.length >= MOST_WAITING) failField('content', say('questionsTooMany', { n: MOST_WAITING }))
  const { id } = await ctx.db
    .insertInto('courseQuestion')
    .values({ ...place, content, userId: ctx.user.id, createTime: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellTeacher(ctx, { courseId: place.courseId, title, content })
  return { id }
}

/** Adds to an own question, which waits for an answer again. Fails notFound for another user's. */
export async function replyToQuestion(ctx: Ctx, { id, content }: Input<Calls['reply']>): Promise<true> {
  const { courseId } = must(
    await ctx.db
      .updateTable('courseQuestion')
      .set({ answered: false })
      .where('id', '=', id)
      .where('userId', '=', ctx.user.id)
      .returning('courseId')
      .executeTakeFirst(),
  )
  const { title } = await mustSeeCourse(ctx, courseId)
  await ctx.db
    .insertInto('courseAnswer')
    .values({ questionId: id, userId: ctx.user.id, isTeacher: false, content, createTime: ctx.now })
    .execute()
  await tellTeacher(ctx, { courseId, title, content })
  return true
}

async function tellTeacher(ctx: Ctx, { courseId, title, content }: { courseId: string; title: string; content: string }) {
  const row = await ctx.db.selectFrom('course').where('id', '=', courseId).select('createBy').executeTakeFirst()
  if (!row?.createBy || row.createBy === ctx.user.id) return
  const text = `${ctx.user.realName}在课程“${title}”中提问：\n${content}`
  await sendMsg(ctx, [row.createBy], { title: '课程有新的提问', content: text, refType: 'courseQuestion', refId: courseId })
}
