// Who was in a room, from when to when, and how long; as a list and as a workbook.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { liveRoom } from '@shuyuan/contract/live/room.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { mustReachRoom } from './room.service.ts'
import { among } from '../../../kernel/database.ts'

type Calls = typeof liveRoom
const MOST_ROWS = 50_000
const sortable = { realName: 'sysUser.realName', firstTime: 'firstTime', lastTime: 'lastTime', sec: 'sec' }

/** People in one room whom the list reaches; more are found by name. */
const DEEPEST = 10_000
const DEEPEST_BY_NAME = 2_000

const present = async (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('livePresence')
    .innerJoin('sysUser', 'sysUser.id', 'livePresence.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('roomId', '=', id)
    .where(await withinDataScope(ctx))
    .select(['livePresence.userId', 'userName', 'realName', 'deptName', 'firstTime', 'lastTime', 'sec'])

/** People within the caller's data scope, the last seen first; none for an unknown room. */
export async function pageAttendance(ctx: Ctx, { params, ...paging }: Input<Calls['attendance']>): Promise<Output<Calls['attendance']>> {
  const { id = '0', realName } = params
  const found = ctx.db
    .selectFrom('livePresence')
    .leftJoin('sysUser', 'sysUser.id', 'livePresence.userId')
    .where('roomId', '=', id)
    .where(await ofUsersWithinDataScope(ctx, 'livePresence.userId'))
    .$if(!!realName, (q) => q.where('livePresence.userId', '=', usersNamed(realName ?? '')))
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'livePresence.userId',
    sortable,
    fallback: [
      ['lastTime', 'desc'],
      ['livePresence.userId', 'asc'],
    ],
    deepest: paging.orders?.some(({ column }) => column === 'realName') ? DEEPEST_BY_NAME : DEEPEST,
    read: async (ids) => {
      const rows = (await present(ctx, id)).where(among('livePresence.userId', ids))
      return (await rows.execute()).map((row) => ({ ...row, id: row.userId }))
    },
  })
  return { ...page, records: page.records.map(({ deptName, id: _id, ...row }) => ({ ...row, deptCode_dictText: deptName ?? '' })) }
}

/** Fails notFound, exportTooLong. */
export async function exportAttendance(ctx: Ctx, { id }: Input<Calls['export']>): Promise<FileReply> {
  const room = await mustReachRoom(ctx, id)
  const query = (await present(ctx, id)).orderBy('firstTime').orderBy('livePresence.userId')
  const rows = await query.limit(MOST_ROWS + 1).execute()
  if (rows.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  const body = await writeSheets([
    {
      name: '参加名单',
      columns: [
        { header: '账号', width: 18 },
        { header: '姓名', width: 16 },
        { header: '部门', width: 24 },
        { header: '进入时间', width: 20, kind: 'time' },
        { header: '离开时间', width: 20, kind: 'time' },
        { header: '参加时长（分钟）', width: 16, kind: 'number' },
      ],
      rows: rows.map((one) => [one.userName, one.realName, one.deptName ?? '', one.firstTime, one.lastTime, Math.round(one.sec / 6) / 10]),
    },
  ])
  return { name: `直播参加名单_${room.title}_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}
