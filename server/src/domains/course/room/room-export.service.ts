// The people of a lesson as a spreadsheet, with a column for signatures.
import type { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { seatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { inPlaces, seatRows } from './desk.service.ts'
import { mustFindRoom } from './seat.service.ts'

const MOST_ROWS = 50_000
const columns = [
  { header: '序号', width: 8 },
  { header: '姓名', width: 14 },
  { header: '账号', width: 18 },
  { header: '部门', width: 22 },
  { header: '出勤', width: 12 },
  { header: '报名时间', width: 20, kind: 'time' as const },
  { header: '签到时间', width: 20, kind: 'time' as const },
  { header: '签退时间', width: 20, kind: 'time' as const },
  { header: '登记人', width: 14 },
  { header: '签名', width: 20 },
]

/** Fails notFound and exportTooLong. */
export async function exportSeats(ctx: Ctx, params: Input<(typeof courseRoom)['export']>): Promise<FileReply> {
  const { title, startTime } = await mustFindRoom(ctx, params.fileId)
  const rows = await (
    await seatRows(ctx, params)
  )
    .orderBy(inPlaces)
    .orderBy('seat.queueTime')
    .orderBy('seat.id')
    .limit(MOST_ROWS + 1)
    .execute()
  if (rows.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  const body = await writeSheets([
    {
      name: '名单',
      columns,
      rows: rows.map((one, at) => [
        at + 1,
        one.realName,
        one.userName,
        one.deptName,
        seatState[one.state],
        one.queueTime,
        one.inTime ?? '',
        one.outTime ?? '',
        one.marker,
        '',
      ]),
    },
  ])
  return { name: `${title}_${toWallClock(startTime).slice(0, 10)}_名单.xlsx`, type: xlsxType, body }
}
