// The log of requests to a model, for the back office.
import { type assistCall, assistCallState, assistKind } from '@shuyuan/contract/assist/assist.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql, type SqlBool } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail, fixedText, must } from '../../../kernel/fail.ts'
import { among } from '../../../kernel/database.ts'
import { wording } from '../../../kernel/localized.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { deleteOlder } from '../../../kernel/retention.ts'
import { streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { usersCalled } from '../../people/user/name-search.service.ts'
import { sweepDays } from './budget.service.ts'
import { settingsOf } from './settings.service.ts'

type Params = Input<typeof assistCall.export>['params']
const MOST_EXPORTED = 50_000
const PORTION = 1_000
const MOST_DAYS = 92
/** Requests that the list reaches; older ones are found by name or time. */
const DEEPEST = 10_000

const columns = [
  'assistCall.id',
  'assistCall.createTime',
  'kind',
  'about',
  'provider',
  'model',
  'assistCall.state',
  'error',
  'tokensIn',
  'tokensOut',
  'isEstimated',
  'ms',
] as const

const cost = sql<number>`assist_call.cost::float8`

/** Requests of people within the caller's data scope; without their names, so that a list reads the index of times alone. */
async function calls(ctx: Ctx, { userName, kind, state, from, to }: Params) {
  return ctx.db
    .selectFrom('assistCall')
    .where(await ofUsersWithinDataScope(ctx, 'assistCall.userId'))
    .$if(!!userName, (q) => q.where('assistCall.userId', '=', usersCalled(userName ?? '')))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (q) => q.where('assistCall.state', '=', state ?? ''))
    .$if(from !== undefined, (q) => q.where('assistCall.createTime', '>=', from!))
    .$if(to !== undefined, (q) => q.where('assistCall.createTime', '<=', to!))
}

const withNames = (found: Awaited<ReturnType<typeof calls>>) =>
  found
    .leftJoin('sysUser', 'sysUser.id', 'assistCall.userId')
    .select(columns)
    .select(['userName', 'realName', cost.as('cost')])
    .$narrowType<{ kind: keyof typeof assistKind; state: keyof typeof assistCallState }>()
type Row = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const matching = async (ctx: Ctx, params: Params) => withNames(await calls(ctx, params))

const isError = (name: string): name is ErrorName => Object.hasOwn(errors, name)
const shown = (ctx: Ctx, row: Row) => ({
  ...row,
  userName: row.userName ?? '',
  realName: row.realName ?? '',
  error: isError(row.error) ? wording(ctx, fixedText(row.error)) : row.error,
})

/** Newest first, people within the caller's data scope; counts to 10,000. */
export async function pageCalls(
  ctx: Ctx,
  { params, ...paging }: Input<typeof assistCall.paging>,
): Promise<Output<typeof assistCall.paging>> {
  const page = await keyedPageOf(ctx.db, await calls(ctx, params), paging, {
    key: 'assistCall.id',
    sortable: { createTime: 'assistCall.createTime' },
    fallback: [
      ['assistCall.createTime', 'desc'],
      ['assistCall.id', 'desc'],
    ],
    most: DEEPEST,
    deepest: DEEPEST,
    read: (ids) => withNames(ctx.db.selectFrom('assistCall').where(among('assistCall.id', ids))).execute(),
  })
  return { ...page, records: page.records.map((row) => shown(ctx, row)) }
}

type Days = Output<typeof assistCall.days>
/** The days of so many requests are counted once in some seconds. */
const LARGE = 2_000
const COUNTED_MS = 10_000

/** What was used each day, the latest first. */
export async function findDays(ctx: Ctx, { params }: Input<typeof assistCall.days>): Promise<Days> {
  const key = JSON.stringify(['assist days', params, (await scopeOf(ctx)).key])
  const isDear = (days: Days) => days.reduce((all, { calls }) => all + calls, 0) >= LARGE
  return briefly(ctx, key, () => countDays(ctx, params), { forMs: COUNTED_MS, isDear })
}

async function countDays(ctx: Ctx, params: Params): Promise<Days> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(`assistCall.${column}`)}), 0)::float8`
  const day = sql<string>`(assist_call.create_time at time zone ${ctx.app.config.timeZone})::date`
  const since = new Date(ctx.now.getTime() - MOST_DAYS * 86_400_000)
  return (await calls(ctx, params))
    .where('assistCall.createTime', '>=', since)
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(MOST_DAYS)
    .select([
      day.as('day'),
      sql<number>`count(*)::int`.as('calls'),
      sql<number>`(count(*) filter (where assist_call.state = 'failed'))::int`.as('failed'),
      sum('tokensIn').as('tokensIn'),
      sum('tokensOut').as('tokensOut'),
      sum('cost').as('cost'),
    ])
    .execute()
}

/** One request with what was sent and answered. Fails notFound. */
export async function findCall(ctx: Ctx, { id }: Input<typeof assistCall.detail>): Promise<Output<typeof assistCall.detail>> {
  const query = (await matching(ctx, {})).where('assistCall.id', '=', id).select(['detail', 'step', 'sent', 'answered'])
  const row = must(await query.executeTakeFirst())
  return { ...row, ...shown(ctx, row) }
}

const sheetColumns = [
  { header: '时间', width: 20 },
  { header: '账号', width: 16 },
  { header: '姓名', width: 16 },
  { header: '用途', width: 12 },
  { header: '关于', width: 30 },
  { header: '服务商', width: 12 },
  { header: '模型', width: 20 },
  { header: '结果', width: 10 },
  { header: '失败原因', width: 30 },
  { header: '输入 tokens', width: 12 },
  { header: '输出 tokens', width: 12 },
  { header: '费用（元）', width: 12 },
  { header: '用时（毫秒）', width: 12 },
]

/** The filtered rows as a spreadsheet, without what was sent. Fails exportTooLong beyond 50,000 rows. */
export async function exportCalls(ctx: Ctx, { params }: Input<typeof assistCall.export>): Promise<FileReply> {
  const query = await matching(ctx, params)
  const beyond = await query.clearSelect().select('assistCall.id').offset(MOST_EXPORTED).limit(1).executeTakeFirst()
  if (beyond) fail('exportTooLong')
  async function* rows() {
    for (let before = '999999999999999999'; ;) {
      const portion = await query
        .where(sql<SqlBool>`assist_call.id < ${before}::bigint`)
        .orderBy('assistCall.id', 'desc')
        .limit(PORTION)
        .execute()
      for (const row of portion) {
        const { userName, realName, error } = shown(ctx, row)
        yield [
          toWallClock(row.createTime),
          userName,
          realName,
          assistKind[row.kind],
          row.about,
          row.provider,
          row.model,
          assistCallState[row.state],
          error,
          row.tokensIn,
          row.tokensOut,
          row.cost,
          row.ms,
        ]
      }
      const last = portion.at(-1)
      if (!last || portion.length < PORTION) return
      before = last.id
    }
  }
  return { name: '智能助手记录.xlsx', type: xlsxType, body: streamSheet('智能助手记录', sheetColumns, rows()) }
}

/** Deletes records older than the settings say, and clears days that are over. A request of a process that ended has failed. */
export async function sweepCalls(app: App): Promise<void> {
  await deleteOlder(app, 'assist_call', (await settingsOf(app)).keepDays)
  const before = new Date(app.clock().getTime() - 86_400_000)
  await app.db.updateTable('assistCall').where('state', '=', 'running').where('createTime', '<', before).set({ state: 'failed' }).execute()
  await sweepDays(app)
}
