// The columns of an exported score list, and a paper as one row.
import { exState, paperState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { SheetCell, SheetColumn } from '../../../kernel/sheet/spreadsheet.ts'
import { minutesUsed } from '../grade/result.rules.ts'

export const scoreColumns: SheetColumn[] = [
  { header: '名次', width: 8, kind: 'number' },
  { header: '姓名' },
  { header: '账号' },
  { header: '部门', width: 20 },
  { header: '考试', width: 30 },
  { header: '状态', width: 10 },
  { header: '得分', width: 10, kind: 'number' },
  { header: '总分', width: 10, kind: 'number' },
  { header: '及格分', width: 10, kind: 'number' },
  { header: '是否及格', width: 10 },
  { header: '开始时间', width: 20, kind: 'time' },
  { header: '交卷时间', width: 20, kind: 'time' },
  { header: '用时（分钟）', width: 12, kind: 'number' },
  { header: '交卷方式', width: 12 },
  { header: '说明', width: 24 },
  { header: '异常标记', width: 10, kind: 'number' },
  { header: '回执编号', width: 22 },
  { header: '诚信承诺', width: 20, kind: 'time' },
]

export type Scored = {
  realName: string
  userName: string
  deptName: string | null
  title: string
  state: keyof typeof paperState
  exState: keyof typeof exState
  exMsg: string
  score: number | null
  totalScore: number
  passScore: number
  passed: boolean | null
  startTime: Date
  handTime: Date | null
  flagTimes: number
  receiptNo: string | null
  /** when the candidate confirmed the pledge; null: not recorded */
  pledgedAt: Date | null
}

/** 1/100 point as a number of points. */
export const pointsCell = (score: number): number => score / 100

/** One row. A score that is not final is empty. */
export function scoreRow(row: Scored, place: number | undefined): SheetCell[] {
  const final = row.state === PaperState.done
  return [
    place ?? '',
    row.realName,
    row.userName,
    row.deptName ?? '',
    row.title,
    paperState[row.state],
    final && row.score !== null ? pointsCell(row.score) : '',
    pointsCell(row.totalScore),
    pointsCell(row.passScore),
    final && row.passed !== null ? (row.passed ? '是' : '否') : '',
    row.startTime,
    row.handTime ?? '',
    row.handTime ? minutesUsed(row.startTime, row.handTime) : '',
    row.state === PaperState.open ? '' : exState[row.exState],
    row.exMsg,
    row.flagTimes > 0 ? row.flagTimes : '',
    row.receiptNo ?? '',
    row.pledgedAt ?? '',
  ]
}
