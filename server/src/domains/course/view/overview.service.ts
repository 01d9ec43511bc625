// One course in figures, and what waits for attention in it: each part by the permission and the data scope of its own list.
import { FaceKind } from '@shuyuan/contract/course/face/face.ts'
import { CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { courseAttention, type courseView } from '@shuyuan/contract/course/view/view.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { salesOf } from '../../pay/order/order-list.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { courseOverview } from '../records/learner-list.service.ts'
import { handsOf, mayMark } from '../work/reach.service.ts'

type Overview = Output<typeof courseView.overview>
type Kind = keyof typeof courseAttention

const DAY_MS = 86_400_000
const FACE_DAYS = 7
const RATE_DAYS = 30
/** A rating of so many stars or fewer. */
const LOW = 2

/** Fails notFound. */
export async function overviewOfCourse(ctx: Ctx, { id }: Input<typeof courseView.overview>): Promise<Overview> {
  must(await ctx.db.selectFrom('course').where('id', '=', id).select('id').executeTakeFirst())
  const key = JSON.stringify(['course attention', id, ctx.user.id, [...ctx.user.permissions].length, (await scopeOf(ctx)).key])
  const isDear = (counts: Attention) => Object.values(counts).reduce((sum, n) => sum + n, 0) >= LARGE
  const counted = await briefly(ctx, key, () => attentionOf(ctx, id), { forMs: COUNTED_MS, isDear })
  return {
    learners: can(ctx, 'course:stat') ? await courseOverview(ctx, { courseId: id }) : null,
    income: can(ctx, 'pay:order:list') ? await incomeOf(ctx, id) : null,
    attention: (Object.keys(courseAttention) as Kind[]).flatMap((kind) => {
      const n = counted[kind] ?? 0
      return n > 0 ? [{ kind, n }] : []
    }),
  }
}

async function incomeOf(ctx: Ctx, id: string): Promise<Overview['income']> {
  const { count, paid, ...sums } = await salesOf(ctx, 'course', id)
  const { price, costPoints } = await ctx.db
    .selectFrom('course')
    .where('id', '=', id)
    .select(['price', 'costPoints'])
    .executeTakeFirstOrThrow()
  return count > 0 || price > 0 || costPoints > 0 ? { orders: paid, ...sums } : null
}

type Attention = Partial<Record<Kind, number>>
/** So many things that wait are counted once in some seconds. */
const LARGE = 1_000
const COUNTED_MS = 5_000

async function attentionOf(ctx: Ctx, id: string): Promise<Attention> {
  return {
    ...(can(ctx, 'course:answer') && { questions: await countQuestions(ctx, id) }),
    ...(can(ctx, 'course:work') && { works: await countHands(ctx, id) }),
    ...(await countFiles(ctx, id)),
    ...(can(ctx, 'course:face:list') && { faces: await countFaces(ctx, id) }),
    ...(can(ctx, 'course:update') && { rates: await countLowRates(ctx, id) }),
  }
}

const total = sql<number>`count(*)::int`.as('n')

const countQuestions = async (ctx: Ctx, id: string) =>
  (
    await ctx.db
      .selectFrom('courseQuestion')
      .where('courseId', '=', id)
      .where('answered', '=', false)
      .where(await ofUsersWithinDataScope(ctx, 'courseQuestion.userId'))
      .select(total)
      .executeTakeFirstOrThrow()
  ).n

/** Those that the caller marks. */
async function countHands(ctx: Ctx, id: string) {
  const hands = (await handsOf(ctx, { courseId: id, state: HandState.handed })).where(mayMark(ctx))
  return (await hands.select(total).executeTakeFirstOrThrow()).n
}

async function countFiles({ db }: Ctx, id: string) {
  const { rows } = await sql<{ failed: number; converting: number; disabled: number }>`
    select count(*) filter (where f.enabled and f.state = ${sql.lit(CourseFileState.failed)})::int as failed,
      count(*) filter (where f.enabled and f.state = ${sql.lit(CourseFileState.converting)})::int as converting,
      count(*) filter (where not f.enabled)::int as disabled
    from course_item i join course_file f on f.id = i.file_id where i.course_id = ${id}::bigint`.execute(db)
  return must(rows[0])
}

const since = ({ now }: Ctx, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Pictures whose face was not the right one, or was not seen. */
const countFaces = async (ctx: Ctx, id: string) =>
  (
    await ctx.db
      .selectFrom('courseFace')
      .where('courseId', '=', id)
      .where('kind', 'in', [FaceKind.check, FaceKind.capture])
      .where('createTime', '>=', since(ctx, FACE_DAYS))
      .where((eb) => eb.or([eb('passed', '=', false), eb('reason', '=', 'grey')]))
      .where(await ofUsersWithinDataScope(ctx, 'courseFace.userId'))
      .select(total)
      .executeTakeFirstOrThrow()
  ).n

const countLowRates = async (ctx: Ctx, id: string) =>
  (
    await ctx.db
      .selectFrom('courseRate')
      .where('courseId', '=', id)
      .where('hidden', '=', false)
      .where('stars', '<=', LOW)
      .where('updateTime', '>=', since(ctx, RATE_DAYS))
      .where(await ofUsersWithinDataScope(ctx, 'courseRate.userId'))
      .select(total)
      .executeTakeFirstOrThrow()
  ).n
