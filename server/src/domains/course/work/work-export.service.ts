// Hand-ins with their marks as a spreadsheet.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { handState } from '@shuyuan/contract/course/work/work-codes.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { rowsOf } from './desk.service.ts'
import type { Line } from './setting.service.ts'

const MOST_ROWS = 50_000
const POINT = 100
const columns = [
  { header: '课程', width: 28 },
  { header: '作业', width: 28 },
  { header: '账号', width: 18 },
  { header: '姓名', width: 14 },
  { header: '部门', width: 22 },
  { header: '第几次', width: 10 },
  { header: '状态', width: 14 },
  { header: '提交时间', width: 20, kind: 'time' as const },
  { header: '逾期天数', width: 10 },
  { header: '得分', width: 10 },
  { header: '最终得分', width: 10 },
  { header: '满分', width: 10 },
  { header: '是否通过', width: 10 },
  { header: '评分点', width: 40 },
  { header: '评语', width: 40 },
  { header: '批改人', width: 14 },
  { header: '批改时间', width: 20, kind: 'time' as const },
]

/** Fails exportTooLong. */
export async function exportHands(ctx: Ctx, params: Input<(typeof courseWork)['export']>): Promise<FileReply> {
  const rows = await (
    await rowsOf(ctx, params)
  )
    .leftJoin('sysUser as marker', 'marker.id', 'hand.markBy')
    .select(['hand.score', 'hand.lines', 'hand.comment', 'hand.markTime', sql<string>`coalesce(marker.real_name, '')`.as('markBy')])
    .orderBy('hand.id')
    .limit(MOST_ROWS + 1)
    .execute()
  if (rows.length > MOST_ROWS) fail('exportTooLong', sayError('exportTooLong', { n: MOST_ROWS.toLocaleString('en-US') }))
  const points = (value: number | null) => (value === null ? '' : value / POINT)
  const body = await writeSheets([
    {
      name: '作业',
      columns,
      rows: rows.map((one) => [
        one.courseTitle,
        one.title,
        one.userName,
        one.realName,
        one.deptName,
        one.tryNo,
        handState[one.state],
        one.handTime,
        one.lateDays,
        points(one.score),
        points(one.finalScore),
        points(one.maxScore),
        one.passed === null ? '' : one.passed ? '是' : '否',
        (one.lines as Line[]).map((line) => line.text).join('；'),
        one.comment,
        one.markBy,
        one.markTime ?? '',
      ]),
    },
  ])
  return { name: `作业_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}
