// The audit log as it is read: indexed search over ten million rows, and export.
import type { log } from '@shuyuan/contract/site/log/log.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { sheetLimits, streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { actedBy, everyRow, type Found, mustFitSheet, newestOf } from './log-query.service.ts'

type Filters = Input<typeof log.paging>['params']

async function matching(ctx: Ctx, { userName, path, from, to }: Filters): Promise<Found<'sysLog'>> {
  const people = userName ? await actedBy(ctx, userName) : undefined
  const paths = path ? await pathsLike(ctx, path) : undefined
  return (db) =>
    db
      .selectFrom('sysLog')
      .$if(people !== undefined, (q) => q.where(people!))
      .$if(paths !== undefined, (q) => q.where(sql<boolean>`path = any(${paths}::text[])`))
      .$if(from !== undefined, (q) => q.where('createTime', '>=', from!))
      .$if(to !== undefined, (q) => q.where('createTime', '<=', to!))
}

/** Endpoints whose path or title contains the word. There are a few hundred: each costs two index steps, whatever the size of the log. */
async function pathsLike({ db }: Ctx, word: string): Promise<string[]> {
  const { rows } = await sql<{ path: string; title: string }>`
    with recursive known as (
      (select path from sys_log order by path limit 1)
      union all
      select (select l.path from sys_log l where l.path > known.path order by l.path limit 1) from known where known.path is not null)
    select path, (select l.title from sys_log l where l.path = known.path order by l.create_time desc limit 1) as title
    from known where path is not null`.execute(db)
  const wanted = word.toLowerCase()
  return rows.filter((one) => one.path.toLowerCase().includes(wanted) || one.title.toLowerCase().includes(wanted)).map((one) => one.path)
}

const columns = [
  'id',
  'createTime',
  'userId',
  'userName',
  'apiToken',
  'title',
  'path',
  'input',
  'before',
  'after',
  'ip',
  'userAgent',
] as const

/** Newest first; counts to 10,000 and reports when there are more. */
export async function pageLogs(ctx: Ctx, { params, ...paging }: Input<typeof log.paging>): Promise<Output<typeof log.paging>> {
  const find = await matching(ctx, params)
  return newestOf(ctx, (db) => find(db).select(columns), paging)
}

const sheetColumns = [
  { header: '时间', width: 20 },
  { header: '账号', width: 16 },
  { header: '操作', width: 20 },
  { header: '接口', width: 32 },
  { header: '请求内容', width: 40 },
  { header: '修改前', width: 40 },
  { header: '修改后', width: 40 },
  { header: 'IP 地址', width: 16 },
  { header: '客户端', width: 40 },
  { header: '接口令牌', width: 16 },
]
const cell = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value).slice(0, sheetLimits.cell).toWellFormed()

/** The filtered rows as a spreadsheet. Fails exportTooLong beyond 50,000 rows. */
export async function exportLogs(ctx: Ctx, { params }: Input<typeof log.export>): Promise<FileReply> {
  const find = await matching(ctx, params)
  await mustFitSheet(ctx, find)
  async function* rows() {
    for await (const row of everyRow(ctx, (db) => find(db).select(columns)))
      yield [
        toWallClock(row.createTime),
        row.userName,
        row.title,
        row.path,
        cell(row.input),
        cell(row.before),
        cell(row.after),
        row.ip,
        row.userAgent,
        row.apiToken,
      ]
  }
  return { name: '操作日志.xlsx', type: xlsxType, body: streamSheet('操作日志', sheetColumns, rows()) }
}
