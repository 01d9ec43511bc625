// What waits for a back-office user today, and the steps of a new site.
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import type { statWork, StepName, TodoName } from '@shuyuan/contract/stat/total.ts'
import { RealState } from '@shuyuan/contract/sys/realname/real.ts'
import { type RawBuilder, sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { mayWatch } from '../exam/entry/invigilation.service.ts'
import { withinPaperScope } from '../paper/grade/paper-scope.service.ts'
import { withinDataScope } from '../sys/people/data-scope.service.ts'
import { site } from '../sys/site/config.service.ts'
import { briefly } from './briefly.service.ts'
import { overdueInScope } from './overdue.service.ts'
import { dayAgo } from './rollup.service.ts'

/** Counting ends here: more says no more to the reader, and takes longer. */
const MOST = 1_000

/** Waiting work that the caller may do, and the steps that are left on a new site; for users of the back office. */
export async function readWork(ctx: Ctx): Promise<Output<typeof statWork.todo>> {
  const { moduleCourse, moduleExam } = (await site(ctx)).props
  return briefly(ctx, `work ${ctx.user.id} ${moduleCourse} ${moduleExam} ${[...ctx.user.permissions].length}`, async () => {
    const todos: Output<typeof statWork.todo>['todos'] = []
    for (const [name, rows] of await waiting(ctx, { moduleCourse, moduleExam })) {
      const found = await sql<{ count: number }>`select count(*)::int as count from (${rows} limit ${MOST}) as found`.execute(ctx.db)
      todos.push({ name, count: found.rows[0]?.count ?? 0 })
    }
    const steps = moduleExam && ['repo:add', 'exam:add'].every((tag) => can(ctx, tag)) ? await readSteps(ctx) : []
    return { todos, steps: steps.every((step) => step.done) ? [] : steps }
  })
}

type Modules = { moduleCourse: boolean; moduleExam: boolean }

async function waiting(ctx: Ctx, { moduleCourse, moduleExam }: Modules): Promise<[TodoName, RawBuilder<unknown>][]> {
  const zone = ctx.app.config.timeZone
  const today = sql`${dayAgo(ctx.now, 0)}::date`
  const isToday = (column: string) =>
    sql`(${sql.raw(column)} >= ${today}::timestamp at time zone ${zone} and ${sql.raw(column)} < (${today} + 1)::timestamp at time zone ${zone})`
  const people = await withinDataScope(ctx)
  const may = (tag: string, isOn: boolean) => isOn && can(ctx, tag)
  const found: [TodoName, RawBuilder<unknown>][] = []
  const add = (name: TodoName, isWanted: boolean, rows: RawBuilder<unknown>) => void (isWanted && found.push([name, rows]))
  const seesExams = can(ctx, 'exam:list') ? sql`true` : sql`${await mayWatch(ctx)}`
  const watches = ['exam:list', 'exam:watch', 'exam:invigilate'].some((tag) => may(tag, moduleExam))
  add(
    'exams',
    watches,
    sql`select from exam where state = ${ExamState.enabled} and (${isToday('start_time')} or ${isToday('end_time')}) and ${seesExams}`,
  )
  add(
    'papers',
    may('paper:review', moduleExam),
    sql`select from paper join sys_user on sys_user.id = paper.user_id
      where paper.state = ${sql.lit(PaperState.marking)} and not grading_needed and ${await withinPaperScope(ctx)}`,
  )
  add(
    'applies',
    may('exam:apply:list', moduleExam),
    sql`select from exam_apply join sys_user on sys_user.id = exam_apply.user_id where audit_state = ${sql.lit(AuditState.waiting)} and ${people}`,
  )
  add(
    'reals',
    may('sys:user:real:list', true),
    sql`select from sys_real join sys_user on sys_user.id = sys_real.user_id where sys_real.state = ${sql.lit(RealState.waiting)} and ${people}`,
  )
  add(
    'invoices',
    may('pay:invoice:list', true),
    sql`select from pay_invoice join sys_user on sys_user.id = pay_invoice.user_id
      where invoice_state = ${sql.lit(InvoiceState.processing)} and ${people}`,
  )
  // counted beforehand, by department: one row of the sum stands for one person
  add(
    'overdue',
    may('course:stat', moduleCourse),
    sql`select from generate_series(1, (select least(${MOST}, coalesce(sum(overdue), 0))::integer from stat_overdue where ${await overdueInScope(ctx)}))`,
  )
  return found
}

/** Each step is done once the site has what it makes. */
async function readSteps({ db }: Ctx): Promise<{ name: StepName; done: boolean }[]> {
  const { rows } = await sql<Record<StepName, boolean>>`
    select exists (select from repo) as bank, exists (select from qu where not deleted) as questions, exists (select from tmpl) as tmpl,
      exists (select from exam where state = ${ExamState.enabled}) as exam,
      exists (select from paper where state = ${sql.lit(PaperState.done)}) as marking`.execute(db)
  const [row] = rows
  return (['bank', 'questions', 'tmpl', 'exam', 'marking'] as const).map((name) => ({ name, done: row?.[name] ?? false }))
}
