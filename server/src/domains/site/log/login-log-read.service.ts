// The sign-in log as it is read: indexed search and export.
import { type loginLog, signInWay } from '@shuyuan/contract/site/log/login-log.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { actedBy, everyRow, type Found, mustFitSheet, newestOf } from './log-query.service.ts'

type Filters = Input<typeof loginLog.paging>['params']

async function matching(ctx: Ctx, { userName, way, success, from, to }: Filters): Promise<Found<'sysLoginLog'>> {
  const people = userName ? await actedBy(ctx, userName) : undefined
  return (db) =>
    db
      .selectFrom('sysLoginLog')
      .$if(people !== undefined, (q) => q.where(people!))
      .$if(!!way, (q) => q.where('way', '=', way!))
      .$if(success !== undefined, (q) => q.where('success', '=', success!))
      .$if(from !== undefined, (q) => q.where('createTime', '>=', from!))
      .$if(to !== undefined, (q) => q.where('createTime', '<=', to!))
}

const columns = ['id', 'createTime', 'userId', 'userName', 'way', 'success', 'reason', 'ip', 'userAgent'] as const
const wayText = (way: string) => (Object.hasOwn(signInWay, way) ? signInWay[way as keyof typeof signInWay] : way)

/** Newest first; counts to 10,000 and reports when there are more. */
export async function pageLoginLogs(
  ctx: Ctx,
  { params, ...paging }: Input<typeof loginLog.paging>,
): Promise<Output<typeof loginLog.paging>> {
  const find = await matching(ctx, params)
  const page = await newestOf(ctx, (db) => find(db).select(columns), paging)
  return { ...page, records: page.records.map((row) => ({ ...row, way_dictText: wayText(row.way) })) }
}

const sheetColumns = [
  { header: '时间', width: 20 },
  { header: '账号', width: 16 },
  { header: '方式', width: 10 },
  { header: '结果', width: 8 },
  { header: '原因', width: 24 },
  { header: 'IP 地址', width: 16 },
  { header: '客户端', width: 40 },
]

/** The filtered rows as a spreadsheet. Fails exportTooLong beyond 50,000 rows. */
export async function exportLoginLogs(ctx: Ctx, { params }: Input<typeof loginLog.export>): Promise<FileReply> {
  const find = await matching(ctx, params)
  await mustFitSheet(ctx, find)
  async function* rows() {
    for await (const row of everyRow(ctx, (db) => find(db).select(columns)))
      yield [toWallClock(row.createTime), row.userName, wayText(row.way), row.success ? '成功' : '失败', row.reason, row.ip, row.userAgent]
  }
  return { name: '登录日志.xlsx', type: xlsxType, body: streamSheet('登录日志', sheetColumns, rows()) }
}
