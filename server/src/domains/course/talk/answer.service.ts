// Questions in the back office: the list, answers, removal. Teachers see questions of people within their data scope.
import type { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, lookedUp, among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { answersOf } from './question.service.ts'

type Calls = typeof courseQuestion

/** A condition on course_question: the asker lies within the caller's data scope. */
const ofReach = (ctx: Ctx) => ofUsersWithinDataScope(ctx, 'courseQuestion.userId')

const readRows = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('courseQuestion')
    .leftJoin('courseFile', 'courseFile.id', 'courseQuestion.fileId')
    .leftJoin('course', 'course.id', 'courseQuestion.courseId')
    .leftJoin('sysUser', 'sysUser.id', 'courseQuestion.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('courseQuestion.id', ids))
    .select(['courseQuestion.id', 'courseQuestion.courseId', 'courseQuestion.fileId', 'position', 'courseQuestion.content'])
    .select(['isOpen', 'answered', 'courseQuestion.createTime', sql<string>`coalesce(course_file.title, '')`.as('fileTitle')])
    .select(['course.title as courseTitle', 'realName', 'userName', 'deptName'])
    .execute()

/** Questions, newest first. A department includes its branches. */
export async function pageQuestions(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { courseId, answered, content, deptCode } = params
  const codes = deptCode ? await departBranch(ctx, deptCode) : []
  // without the joins of `readRows`: even one that is left out keeps the database from reading an index alone
  const found = ctx.db
    .selectFrom('courseQuestion')
    .where(await ofReach(ctx))
    .$if(courseId !== undefined, (q) => q.where('courseQuestion.courseId', '=', courseId ?? '0'))
    .$if(answered !== undefined, (q) => q.where('answered', '=', answered ?? false))
    .$if(!!content, (q) => q.where('courseQuestion.content', 'ilike', containing(content ?? '')))
    .$if(!!deptCode, (q) =>
      q.where(lookedUp(sql`course_question.user_id in (select u.id from sys_user u where u.dept_code = any(${codes}::text[]))`)),
    )
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'courseQuestion.id',
    sortable: {},
    fallback: [['courseQuestion.id', 'desc']],
    ...(content && { most: 1_000 }),
    read: (ids) => readRows(ctx, ids),
  })
  const answers = await answersOf(
    ctx,
    page.records.map((row) => row.id),
  )
  const records = page.records.map((row) => ({
    ...row,
    courseTitle: row.courseTitle ?? '',
    realName: row.realName ?? '',
    userName: row.userName ?? '',
    deptName: row.deptName ?? '',
    answers: answers.get(row.id) ?? [],
  }))
  return { ...page, records }
}

/** Answers, and decides whether the course's other learners see it; the asker gets a message. Fails notFound beyond the data scope. */
export async function answerQuestion(ctx: Ctx, { id, content, isOpen }: Input<Calls['answer']>): Promise<true> {
  const { userId, courseId } = must(
    await ctx.db
      .updateTable('courseQuestion')
      .set({ answered: true, isOpen })
      .where('id', '=', id)
      .where(await ofReach(ctx))
      .returning(['userId', 'courseId'])
      .executeTakeFirst(),
  )
  await ctx.db
    .insertInto('courseAnswer')
    .values({ questionId: id, userId: ctx.user.id, isTeacher: true, content, createTime: ctx.now })
    .execute()
  const { title } = await ctx.db.selectFrom('course').where('id', '=', courseId).select('title').executeTakeFirstOrThrow()
  const text = `老师回答了您在课程“${title}”中的提问：\n${content}`
  await sendMsg(ctx, [userId], { title: '您的课程提问有了回答', content: text, refType: 'course', refId: courseId })
  return true
}

/** Fails notFound, and removes nothing, when one of the questions lies beyond the data scope. */
export async function deleteQuestions(ctx: Ctx, { ids }: Input<Calls['delete']>): Promise<true> {
  const wanted = [...new Set(ids)]
  const gone = await ctx.db
    .deleteFrom('courseQuestion')
    .where(among('id', wanted))
    .where(await ofReach(ctx))
    .returning(['id', 'courseId', 'userId', 'content'])
    .execute()
  must(gone.length === wanted.length ? true : undefined)
  ctx.change.before = gone
  return true
}
