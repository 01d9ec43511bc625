// Reports that are made every Monday and on the first of a month, within the data scope of each reader, who is told by a message.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { report } from '@shuyuan/contract/stat/report.ts'
import { sql } from 'kysely'
import { type App, type Ctx, ctxOf, nobody } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { onReplica } from '../../../kernel/postgres/replica.ts'
import { xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { mayAct } from '../../people/role-menu/right.service.ts'
import { withinDataScope } from '../../people/user/data-scope.service.ts'
import { readReport, reportName, reportSheets } from './report.service.ts'
import { dayAgo } from '../figure/rollup.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

export const REPORT_JOB = 'stat.report'
const READ = 'stat:report'
const KEPT = 24
const KEPT_DAYS = 400
const DAY_MS = 86_400_000

/** Who gets regular reports; only users within the caller's data scope. */
export async function readPlan(ctx: Ctx): Promise<Output<typeof report.plan>> {
  const users = await ctx.db
    .selectFrom('statReportReader')
    .innerJoin('sysUser', 'sysUser.id', 'statReportReader.userId')
    .where(await withinDataScope(ctx))
    .orderBy('sysUser.id')
    .select(['sysUser.id', 'userName', 'realName', 'weekly', 'monthly'])
    .execute()
  return {
    weekly: users.some((one) => one.weekly),
    monthly: users.some((one) => one.monthly),
    users: users.map(({ id, userName, realName }) => ({ id, userName, realName })),
  }
}

/** Replaces the readers within the caller's data scope; users outside of it stay as they are. */
export async function savePlan(ctx: Ctx, { weekly, monthly, userIds }: Input<(typeof report)['plan-save']>): Promise<true> {
  const inScope = await withinDataScope(ctx)
  await sql`delete from stat_report_reader where user_id in (select id from sys_user where ${inScope})`.execute(ctx.db)
  await sql`insert into stat_report_reader (user_id, weekly, monthly)
    select id, ${weekly}::boolean, ${monthly}::boolean from sys_user where id = any(${userIds}::bigint[]) and ${inScope}`.execute(ctx.db)
  return true
}

/** The caller's regular reports, latest first. */
export const listReports = ({ db, user }: Ctx): Promise<Output<typeof report.mine>> =>
  db
    .selectFrom('statReport')
    .where('userId', '=', user.id)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT)
    .select(['id', 'title', 'createTime'])
    .execute()

/** One of them as a file. Fails notFound for another user's. */
export async function downloadReport({ db, user }: Ctx, { id }: Input<typeof report.download>) {
  const row = must(
    await db
      .selectFrom('statReport')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .select(['body', sql<string>`to_char(from_day, 'YYYY-MM-DD')`.as('from'), sql<string>`to_char(to_day, 'YYYY-MM-DD')`.as('to')])
      .executeTakeFirst(),
  )
  return { name: reportName(row), type: xlsxType, body: row.body }
}

/** The periods that ended yesterday: a week on Mondays, a month on its first day. */
export function endedPeriods(now: Date): { kind: 'weekly' | 'monthly'; from: string; to: string }[] {
  const [today, to] = [dayAgo(now, 0), dayAgo(now, 1)]
  const isMonday = new Date(`${today}T00:00:00Z`).getUTCDay() === 1
  return [
    ...(isMonday ? [{ kind: 'weekly' as const, from: dayAgo(now, 7), to }] : []),
    ...(today.endsWith('-01') ? [{ kind: 'monthly' as const, from: `${to.slice(0, 8)}01`, to }] : []),
  ]
}

/** Makes the reports of the periods that ended yesterday; a repeated run makes none twice. Users who lost the right to reports get none. */
export async function makeReports(app: App): Promise<void> {
  const now = app.clock()
  for (const { kind, from, to } of endedPeriods(now)) {
    const readers = await app.db
      .selectFrom('statReportReader')
      .innerJoin('sysUser', 'sysUser.id', 'statReportReader.userId')
      .where(kind, '=', true)
      .select(['sysUser.id', 'deptCode', 'roleType'])
      .execute()
    for (const { id, deptCode, roleType } of readers) {
      if (!(await mayAct(app, id, READ))) continue
      const ctx = ctxOf(app, { user: { ...nobody, id, deptCode, roleType } })
      const title = `${kind === 'weekly' ? '统计周报' : '统计月报'} ${from} 至 ${to}`
      const body = Buffer.from(await reportSheets(await onReplica(ctx, (inner) => readReport(inner, { from, to }))))
      await storeReport(app, { userId: id, title, fromDay: from, toDay: to, body, createTime: now })
    }
  }
  await app.db
    .deleteFrom('statReport')
    .where('createTime', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute()
}

type Made = { userId: string; title: string; fromDay: string; toDay: string; body: Buffer; createTime: Date }

async function storeReport(app: App, made: Made) {
  await ownTransaction(
    app,
    async (ctx) => {
      const added = await ctx.db
        .insertInto('statReport')
        .values(made)
        .onConflict((conflict) => conflict.columns(['userId', 'fromDay', 'toDay']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return
      const content = '报表已生成，请到“首页 > 统计报表”的“定期报表”中下载（xlsx）。'
      await sendMsg(ctx, [made.userId], { title: made.title, content, refType: 'report', refId: added.id })
    },
    { now: made.createTime },
  )
}
