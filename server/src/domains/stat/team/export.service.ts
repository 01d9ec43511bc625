// The people of a leader as a sheet, in the order of their ids.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { team } from '@shuyuan/contract/stat/team.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type SheetCell, type SheetColumn, streamSheet, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { matching, readRows } from './list.service.ts'
import { type Team, teamOf } from './scope.service.ts'

const PORTION = 1_000
const number = (header: string): SheetColumn => ({ header, kind: 'number' })
const columns: SheetColumn[] = [
  { header: '姓名' },
  { header: '部门', width: 20 },
  number('逾期课程'),
  number('在学课程'),
  { header: '下一场考试', width: 30 },
  { header: '考试开始', kind: 'time', width: 20 },
  { header: '考试结束', kind: 'time', width: 20 },
  { header: '最近一次考试', width: 30 },
  { header: '结果' },
  { header: '即将到期的证书', width: 30 },
  { header: '证书到期', kind: 'time', width: 20 },
  number('本月学习时长（小时）'),
]

type Filters = Input<(typeof team)['export']>

/** Figures as they were counted last; fails forbidden before the first byte. */
export async function exportTeam(ctx: Ctx, filters: Filters): Promise<FileReply> {
  const found = await teamOf(ctx, filters.wide)
  return {
    name: `我的团队_${toWallClock(ctx.now).slice(0, 10)}.xlsx`,
    type: xlsxType,
    body: streamSheet('我的团队', columns, rowsOf(ctx, found, filters)),
  }
}

async function* rowsOf(ctx: Ctx, found: Team, filters: Filters): AsyncGenerator<SheetCell[]> {
  for (let after = '0'; ;) {
    const people = await matching(ctx, found, filters)
    const portion = await people.where('sysUser.id', '>', after).orderBy('sysUser.id').limit(PORTION).select('sysUser.id').execute()
    const ids = portion.map((one) => one.id)
    const rows = new Map((await readRows(ctx, ids)).map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      if (row) yield cellsOf(row)
    }
    if (ids.length < PORTION) return
    after = ids.at(-1) ?? after
  }
}

const cellsOf = (row: Awaited<ReturnType<typeof readRows>>[number]): SheetCell[] => [
  row.realName,
  row.deptCode_dictText,
  row.overdue,
  row.learning,
  row.examTitle ?? '',
  row.examStart ?? '',
  row.examEnd ?? '',
  row.paperTitle ?? '',
  row.passed === null ? '' : row.passed ? '及格' : '不及格',
  row.certTitle ?? '',
  row.certEnd ?? '',
  row.learnHours,
]
