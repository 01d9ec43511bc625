// The score list: its filters, and the columns in addition to those of a paper.
import * as z from '../../kernel/z.ts'
import { code, flag, id, moment, points } from '../../kernel/field.ts'
import { exState, paperState } from '../paper-state.ts'

const keyword = (label: string, max: number) => z.string().trim().max(max).optional().meta({ title: label, control: 'keyword' })

export const scoreFilters = {
  examId: id('考试').optional(),
  userId: id('考生').optional(),
  realName: keyword('姓名', 60),
  title: keyword('考试', 100),
  state: code('状态', paperState).optional(),
  passed: flag('是否及格').optional(),
  /** true: the caller's own papers, even with the permission to list all */
  mine: z.boolean().optional(),
  /** including the departments below it */
  deptCode: z.string().max(60).optional().meta({ title: '部门' }),
  exState: code('交卷方式', exState).optional(),
  /** has flagged signals */
  flagged: flag('有异常标记').optional(),
  handFrom: moment('交卷时间起').optional(),
  handTo: moment('交卷时间止').optional(),
  scoreFrom: points('最低分').optional(),
  scoreTo: points('最高分').optional(),
  /** only the paper that counts: the highest score, the earliest of equal ones; of the caller's own papers one for each exam, marked or not */
  bestOnly: flag('只看最好成绩').optional(),
}

/** Columns for callers with the permission to list all papers. */
export const scoreColumns = {
  userName: z.string().meta({ title: '账号' }),
  flagTimes: z.int().meta({ title: '异常标记' }),
  /** among the best papers of all candidates; null: another paper counts, or the filter names no exam */
  rank: z.int().nullable().meta({ title: '名次' }),
}
