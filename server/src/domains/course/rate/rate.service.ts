// Ratings as learners write and read them.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { mustSeeCourse } from '../catalog/my-course.service.ts'
import { pageAllRates } from './desk.service.ts'

type Calls = typeof courseRate
type Page = Output<Calls['paging']>

/**
 * Stores the caller's rating. The answer to the earlier one goes with it; a hidden one stays hidden.
 * Fails notFound for a course that the caller does not see, at `stars` before they have finished it.
 */
export async function saveRate(ctx: Ctx, { courseId, stars, content }: Input<Calls['save']>): Promise<true> {
  await mustSeeCourse(ctx, courseId)
  const learnt = await ctx.db
    .selectFrom('courseLearn')
    .where('userId', '=', ctx.user.id)
    .where('courseId', '=', courseId)
    .where('finishTime', 'is not', null)
    .select('userId')
    .executeTakeFirst()
  if (!learnt) failField('stars', say('rateUnfinished'))
  const row = { stars, content, reply: '', replyTime: null, updateTime: ctx.now }
  await ctx.db
    .insertInto('courseRate')
    .values({ courseId, userId: ctx.user.id, ...row, createTime: ctx.now })
    .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doUpdateSet(row))
    .execute()
  return true
}

/** Of a name only the first character: ratings are read by everybody. */
const veiled = (name: string) => (name === '' ? '' : `${Array.from(name)[0]}**`)

/** Ratings, the newest first: for a caller with `course:update` all within their data scope, else those that are shown and the own one, which can be asked for alone. */
export function pageRates(ctx: Ctx, input: Input<Calls['paging']>): Promise<Page> {
  const { shown, mine } = input.params
  return can(ctx, 'course:update') && !shown && !mine ? pageAllRates(ctx, input) : pageShownRates(ctx, input)
}

async function pageShownRates(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Page> {
  const courseId = must(params.courseId)
  const { title } = await mustSeeCourse(ctx, courseId)
  const query = ctx.db
    .selectFrom('courseRate')
    .leftJoin('sysUser', 'sysUser.id', 'courseRate.userId')
    .where('courseRate.courseId', '=', courseId)
    .where((eb) => eb.or([eb('courseRate.hidden', '=', false), eb('courseRate.userId', '=', ctx.user.id)]))
    .$if(params.mine === true, (q) => q.where('courseRate.userId', '=', ctx.user.id))
    .$if(params.stars !== undefined, (q) => q.where('courseRate.stars', '=', params.stars ?? 0))
    .select(['courseRate.id', 'courseRate.courseId', 'courseRate.userId', 'stars', 'courseRate.content', 'courseRate.hidden'])
    .select(['reply', 'replyTime', 'courseRate.createTime', sql<string>`coalesce(real_name, '')`.as('realName')])
  const page = await pageByKey(ctx.db, query, paging, { key: 'courseRate.id', sortable: {}, fallback: [['courseRate.id', 'desc']] })
  const records = page.records.map(({ userId, realName, ...row }) => {
    const isOwn = userId === ctx.user.id
    return { ...row, courseTitle: title, deptName: '', isOwn, realName: isOwn ? realName : veiled(realName) }
  })
  return { ...page, records }
}
