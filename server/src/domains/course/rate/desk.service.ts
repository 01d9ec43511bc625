// Ratings in the back office: the list, hiding, answers. By people within the caller's data scope.
import type { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among, containing, lookedUp } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'

type Calls = typeof courseRate

/** A condition on course_rate: the rater lies within the caller's data scope. */
const ofReach = (ctx: Ctx) => ofUsersWithinDataScope(ctx, 'courseRate.userId')

const readRows = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('courseRate')
    .leftJoin('course', 'course.id', 'courseRate.courseId')
    .leftJoin('sysUser', 'sysUser.id', 'courseRate.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('courseRate.id', ids))
    .select(['courseRate.id', 'courseRate.courseId', 'courseRate.userId', 'stars', 'courseRate.content', 'courseRate.hidden', 'reply'])
    .select(['replyTime', 'courseRate.createTime', 'course.title as courseTitle', 'realName', 'deptName'])
    .execute()

/** Ratings, the newest first. A department includes its branches. */
export async function pageAllRates(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { courseId, stars, hidden, content, deptCode } = params
  const codes = deptCode ? await departBranch(ctx, deptCode) : []
  const query = ctx.db
    .selectFrom('courseRate')
    .where(await ofReach(ctx))
    .$if(courseId !== undefined, (q) => q.where('courseRate.courseId', '=', courseId ?? '0'))
    .$if(stars !== undefined, (q) => q.where('courseRate.stars', '=', stars ?? 0))
    .$if(hidden !== undefined, (q) => q.where('courseRate.hidden', '=', hidden ?? false))
    .$if(!!content, (q) => q.where('courseRate.content', 'ilike', containing(content ?? '')))
    .$if(!!deptCode, (q) =>
      q.where(lookedUp(sql`course_rate.user_id in (select u.id from sys_user u where u.dept_code = any(${codes}::text[]))`)),
    )
  const plan = {
    key: 'courseRate.id',
    sortable: {},
    fallback: [['courseRate.id', 'desc']] as [string, 'desc'][],
    ...(content && { most: 1_000 }),
    read: (ids: string[]) => readRows(ctx, ids),
  }
  const page = await keyedPageOf(ctx.db, query, paging, plan)
  const records = page.records.map(({ userId, ...row }) => ({
    ...row,
    courseTitle: row.courseTitle ?? '',
    realName: row.realName ?? '',
    deptName: row.deptName ?? '',
    isOwn: userId === ctx.user.id,
  }))
  return { ...page, records }
}

/** Hides or shows ratings. Fails notFound, and changes nothing, when one of them lies beyond the data scope. */
export async function hideRates(ctx: Ctx, { ids, hidden }: Input<Calls['hide']>): Promise<true> {
  const wanted = [...new Set(ids)]
  const changed = await ctx.db
    .updateTable('courseRate')
    .set({ hidden })
    .where(among('id', wanted))
    .where(await ofReach(ctx))
    .returning('id')
    .execute()
  must(changed.length === wanted.length ? true : undefined)
  return true
}

/** Answers a rating, or takes the answer back; its writer gets a message of an answer. Fails notFound beyond the data scope. */
export async function replyToRate(ctx: Ctx, { id, reply }: Input<Calls['reply']>): Promise<true> {
  const { userId, courseId } = must(
    await ctx.db
      .updateTable('courseRate')
      .set({ reply, replyTime: reply === '' ? null : ctx.now })
      .where('id', '=', id)
      .where(await ofReach(ctx))
      .returning(['userId', 'courseId'])
      .executeTakeFirst(),
  )
  if (reply === '') return true
  const { title } = await ctx.db.selectFrom('course').where('id', '=', courseId).select('title').executeTakeFirstOrThrow()
  const text = `老师回复了您对课程“${title}”的评价：\n${reply}`
  await sendMsg(ctx, [userId], { title: '您的课程评价有了回复', content: text, refType: 'course', refId: courseId })
  return true
}
