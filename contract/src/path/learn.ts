// Learning paths for those who are on them.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'
import { choice, count, id, moment, pageOf, paging } from '../kernel/field.ts'
import { pathItemKind } from './stage.ts'

/** done · next: the one to go on with · open: in the present stage · locked: in a later one */
export const stationState = { done: '已完成', next: '下一步', open: '待完成', locked: '后面的阶段' } as const
export type StationState = keyof typeof stationState

const Next = z.object({ kind: choice('类型', pathItemKind), refId: z.string(), title: z.string() })

const MyPath = z.object({
  id: id('培养方案'),
  title: z.string(),
  percent: count('进度', 0, 100, '%'),
  startTime: moment('开始时间'),
  dueTime: moment('截止时间').nullable(),
  finishTime: moment('完成时间').nullable(),
  overdue: z.boolean(),
  next: Next.nullable(),
})

export const pathLearn = endpoints('path/learn', {
  /** those to go on with first, by their date */
  'my-paging': query({ title: '我的培养', permit: 'any', input: paging({}), output: pageOf(MyPath) }),
  detail: query({
    title: '我的培养方案',
    permit: 'any',
    input: z.object({ id: id('培养方案') }),
    output: z.object({
      ...MyPath.shape,
      content: z.string(),
      /** how often it was started, with this time */
      round: z.int(),
      renewTime: moment('重新开始时间').nullable(),
      /** earned at the end */
      points: z.int(),
      certTitle: z.string(),
      stages: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          done: z.boolean(),
          /** of the optional items so many have to be done */
          need: z.int(),
          dueTime: moment('截止时间').nullable(),
          overdue: z.boolean(),
          items: z.array(
            z.object({
              kind: choice('类型', pathItemKind),
              refId: z.string(),
              /** of an assignment and a lesson in a room: the course in which the caller opens it; empty for others */
              courseId: z.string(),
              title: z.string(),
              required: z.boolean(),
              state: choice('状态', stationState),
              /** cannot be opened now */
              gone: z.boolean(),
              /** of a bank: questions to train, and how many were trained */
              amount: z.int(),
              trained: z.int(),
              doneTime: moment('完成时间').nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
})
