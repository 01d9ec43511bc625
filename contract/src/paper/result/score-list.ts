// The score list: how papers are filtered, and what a row shows beyond a paper.
import * as z from 'zod'
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
  /** true: one's own papers even for somebody who may list all */
  mine: z.boolean().optional(),
  /** with the departments below it */
  deptCode: z.string().max(60).optional().meta({ title: '部门' }),
  exState: code('交卷方式', exState).optional(),
  /** events that the exam wants looked at */
  flagged: flag('有异常标记').optional(),
  handFrom: moment('交卷时间起').optional(),
  handTo: moment('交卷时间止').optional(),
  scoreFrom: points('最低分').optional(),
  scoreTo: points('最高分').optional(),
  /** of several attempts the one that counts: the highest score, of equals the earliest */
  bestOnly: flag('只看最好成绩').optional(),
}

/** What only those see who may list everybody's papers. */
export const scoreColumns = {
  userName: z.string().meta({ title: '账号' }),
  flagTimes: z.int().meta({ title: '异常标记' }),
  /** among the best attempts of all candidates of the exam; null where another attempt counts, and where no exam was named */
  rank: z.int().nullable().meta({ title: '名次' }),
}
