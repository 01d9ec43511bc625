// Points: a learner's balance and its log.
import * as z from 'zod'
import { endpoints, query } from '../kernel/endpoint.ts'
import { keyword, moment, pageOf, paging } from '../kernel/field.ts'

const PointsRow = z.object({
  id: z.string(),
  refRemark: z.string().meta({ title: '标题' }),
  createTime: moment('时间'),
  /** positive: earned; negative: spent */
  points: z.int().meta({ title: '积分' }),
})

export const userPoints = endpoints('user/points', {
  'my-paging': query({
    title: '我的积分明细',
    permit: 'any',
    input: paging({ refRemark: keyword('标题') }),
    output: pageOf(PointsRow),
  }),
})
