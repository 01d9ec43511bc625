// What administrators see of the directory sync, and its two orders: a dry run, and carrying one out.
import {
  type directory,
  directoryField,
  directoryKind,
  DirectoryOrigin,
  type DirectoryReason,
  directoryReason,
  DirectoryState,
} from '@shuyuan/contract/account/directory/directory.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { knownPageOf, pageOf } from '../../../kernel/page.ts'
import { streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import type { Change } from './directory-plan.rules.ts'
import { queueDirectory } from './directory-run.service.ts'
import { directoryConnection, directorySettings, settingsHash, wasTried } from './directory-settings.service.ts'

type RunCodes = Pick<Output<typeof directory.paging>['records'][number], 'counts'>
type RowCodes = Pick<Output<typeof directory.row>['records'][number], 'kind'>
type Kind = RowCodes['kind']

const noCounts = Object.fromEntries(Object.keys(directoryKind).map((kind) => [kind, 0])) as RunCodes['counts']

export async function directoryDetail(ctx: Ctx): Promise<Output<typeof directory.detail>> {
  const settings = await directorySettings(ctx)
  const connection = await directoryConnection(ctx.app)
  const open = await ctx.db.selectFrom('sysDirectoryRun').where('state', '=', DirectoryState.running).select('id').executeTakeFirst()
  const tried = connection !== undefined && (await wasTried(ctx, settingsHash(settings, connection)))
  return { settings, ready: connection !== undefined, running: open !== undefined, tried }
}

/** Newest first. */
export async function pageRuns(
  { db }: Ctx,
  { params: _none, ...paging }: Input<typeof directory.paging>,
): Promise<Output<typeof directory.paging>> {
  const query = db
    .selectFrom('sysDirectoryRun as run')
    .leftJoin('sysUser', 'sysUser.id', 'run.createBy')
    .select(['run.id', 'run.state as runState', 'origin', 'startTime', 'endTime', 'entries', 'accounts', 'counts', 'note'])
    .select(sql<string>`coalesce(sys_user.user_name, '')`.as('userName'))
  const page = await pageOf(query, paging, { startTime: 'startTime' }, [['run.id', 'desc']])
  const records = page.records.map((row) => ({ ...row, counts: { ...noCounts, ...(row.counts as unknown as RunCodes['counts']) } }))
  return { ...page, records }
}

/** The number of so many rows is remembered for half a minute: those of a run are written once. */
const LARGE = 2_000

const rowsOf = ({ db }: Pick<Ctx, 'db'>, runId: string) =>
  db
    .selectFrom('sysDirectoryRow')
    .where('runId', '=', runId)
    .select([sql<string>`place::text`.as('id'), 'place', 'kind', 'userName', 'realName', 'depart', 'reason', 'changes'])

/** Without a run: those of the newest. */
export async function pageRows(ctx: Ctx, { params, ...paging }: Input<typeof directory.row>): Promise<Output<typeof directory.row>> {
  const { kind, userName } = params
  const runId = params.runId ?? (await newestRun(ctx))?.id ?? '0'
  const found = ctx.db
    .selectFrom('sysDirectoryRow')
    .where('runId', '=', runId)
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
    .$if(!!userName, (q) =>
      q.where((eb) => eb.or([eb('userName', 'ilike', containing(userName ?? '')), eb('realName', 'ilike', containing(userName ?? ''))])),
    )
  const count = async () => (await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total
  const total = await briefly(ctx, JSON.stringify(['directory rows', runId, kind, userName]), count, { isDear: (rows) => rows >= LARGE })
  const page = await knownPageOf(found, paging, {
    key: 'sysDirectoryRow.place',
    sortable: { userName: 'userName' },
    fallback: [['place', 'asc']],
    total,
    read: (places) =>
      rowsOf(ctx, runId)
        .where(sql<boolean>`place = any(${places}::int[])`)
        .execute(),
  })
  return { ...page, records: page.records.map((row) => ({ ...row, kind: row.kind as Kind, changes: row.changes as unknown as Change[] })) }
}

const newestRun = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('sysDirectoryRun').select(['id', 'state', 'planHash']).orderBy('id', 'desc').limit(1).executeTakeFirst()

const columns = [
  { header: '同步操作', width: 12 },
  { header: '用户名', width: 20 },
  { header: '姓名', width: 16 },
  { header: '部门', width: 40 },
  { header: '变化', width: 60 },
  { header: '不处理的原因', width: 30 },
]
const changeText = ({ field, from, to }: Change) => `${directoryField[field]}：${from === '' ? to : `${from} → ${to}`}`

/** Every row of a run; every cell is text, so that no value becomes a formula. Fails notFound. */
export async function exportRows(ctx: Ctx, { runId }: Input<typeof directory.export>): Promise<FileReply> {
  const run = must(await ctx.db.selectFrom('sysDirectoryRun').where('id', '=', runId).select('startTime').executeTakeFirst())
  const name = `目录同步_${toWallClock(run.startTime).slice(0, 16).replace(':', '')}.xlsx`
  return { name, type: xlsxType, body: streamSheet('目录同步', columns, cellsOf(ctx, runId)) }
}

const SHEET_PORTION = 2_000
async function* cellsOf(ctx: Ctx, runId: string): AsyncGenerator<string[]> {
  let after = -1
  for (;;) {
    const rows = await rowsOf(ctx, runId).where('place', '>', after).orderBy('place').limit(SHEET_PORTION).execute()
    for (const row of rows) {
      const changes = (row.changes as unknown as Change[]).map(changeText).join('；')
      const reason = row.reason === '' ? '' : directoryReason[row.reason as DirectoryReason]
      yield [directoryKind[row.kind as Kind], row.userName, row.realName, row.depart, changes, reason]
    }
    after = rows.at(-1)?.place ?? after
    if (rows.length < SHEET_PORTION) return
  }
}

/** Fails directoryOff while no directory is set up, directoryRunning while one is compared. */
export async function tryDirectory(ctx: Ctx): Promise<true> {
  if (!(await directoryConnection(ctx.app))) fail('directoryOff')
  if (!(await queueDirectory(ctx, { origin: DirectoryOrigin.user }))) fail('directoryRunning')
  return true
}

/** Fails as tryDirectory, and directoryStale for a run that is not the newest or no dry run. */
export async function applyDirectory(ctx: Ctx, { runId }: Input<typeof directory.apply>): Promise<true> {
  if (!(await directoryConnection(ctx.app))) fail('directoryOff')
  const newest = await newestRun(ctx)
  if (newest?.state === DirectoryState.running) fail('directoryRunning')
  if (newest?.id !== runId || newest.state !== DirectoryState.planned) return fail('directoryStale')
  if (!(await queueDirectory(ctx, { origin: DirectoryOrigin.user, apply: newest.planHash }))) fail('directoryRunning')
  return true
}
