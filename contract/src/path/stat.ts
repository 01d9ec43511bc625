// Who is how far on a learning path: people within the caller's data scope.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { choice, count, id, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { pathItemKind } from './stage.ts'

/** Each person is in one of the first two; overdue are some of those who are going. */
export const pathProgress = { going: '学习中', finished: '已完成', overdue: '已逾期' } as const
export type PathProgress = keyof typeof pathProgress
/** Rows of a page of the matrix. */
export const MOST_MATRIX_ROWS = 200

const people = {
  id: id('培养方案'),
  /** with its branches */
  deptCode: z.string().max(60).meta({ title: '部门' }).optional(),
}
const filters = { ...people, realName: keyword('姓名'), progress: choice('进度', pathProgress).optional() }

const person = {
  userId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptName: z.string().meta({ title: '部门' }),
}
const counts = {
  people: count('人数'),
  going: count('学习中'),
  finished: count('已完成'),
  overdue: count('已逾期'),
  percent: count('平均进度', 0, 100, '%'),
}

export const pathStat = endpoints('path/stat', {
  overview: query({
    title: '培养概况',
    permit: 'path:stat',
    input: z.object(people),
    output: z.object({
      id: id('培养方案'),
      title: z.string(),
      ...counts,
      departs: z.array(z.object({ deptCode: z.string(), deptName: z.string(), ...counts })),
    }),
  }),
  'user-paging': query({
    title: '培养名单',
    permit: 'path:stat',
    input: paging(filters),
    output: pageOf(
      z.object({
        ...person,
        percent: count('进度', 0, 100, '%'),
        done: z.int().meta({ title: '已完成' }),
        total: z.int().meta({ title: '内容数' }),
        round: z.int().meta({ title: '第几轮' }),
        overdue: z.boolean().meta({ title: '已逾期' }),
        startTime: moment('开始时间'),
        dueTime: moment('截止时间').nullable(),
        finishTime: moment('完成时间').nullable(),
      }),
    ),
  }),
  /** people against the things of the path */
  matrix: query({
    title: '培养矩阵',
    permit: 'path:stat',
    input: paging(filters).extend({
      size: z.int().min(1).max(MOST_MATRIX_ROWS).meta({ title: '每页条数' }).default(10),
    }),
    output: pageOf(
      z.object({
        ...person,
        percent: z.int(),
        /** by the place in `items`; what is not done and not overdue is missing */
        cells: z.record(z.string(), z.enum(['done', 'overdue'])),
      }),
    ).extend({
      items: z.array(z.object({ kind: choice('类型', pathItemKind), title: z.string(), stage: z.string(), required: z.boolean() })),
    }),
  }),
  export: download({
    title: '导出培养名单',
    permit: 'path:stat',
    rate: { by: 'user', max: 10, seconds: 60 },
    input: z.object(filters),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** Sends a message to those who have not finished; who was reminded within 24 hours gets none. */
  remind: command({
    title: '提醒未完成的人员',
    permit: 'path:stat',
    input: z.object({
      ...people,
      progress: z.enum(['going', 'overdue']).default('going'),
      userIds: z.array(id('人员')).max(5_000).optional(),
    }),
    output: z.object({ sent: z.int(), skipped: z.int() }),
  }),
})
