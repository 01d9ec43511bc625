// What a learner is told about one paper beyond its marks: rank, comparison, strengths and weaknesses.
import * as z from 'zod'
import { query } from '../../kernel/endpoint.ts'
import { id, points } from '../../kernel/field.ts'

/** Questions of one kind; parts of a composite count with it. */
const Share = z.object({
  key: z.string(),
  title: z.string(),
  count: z.int(),
  right: z.int(),
  partial: z.int(),
  wrong: z.int(),
  blank: z.int(),
  gained: points('得分').nullable(),
  total: points('总分'),
})
export type Share = z.infer<typeof Share>

export const reportCalls = {
  'result-report': query({
    title: '个人成绩报告',
    permit: 'any',
    module: false,
    input: z.object({ id: id('答卷') }),
    output: z.object({
      /** null where the exam does not show it, or another attempt counts; candidates with the same score share a place */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** of the best attempts of all candidates; null while scores are not shown */
      compare: z.object({ mean: points('平均分'), highest: points('最高分'), candidates: z.int() }).nullable(),
      /** null while answers are not shown: right and wrong would betray them */
      types: z.array(Share).nullable(),
      chapters: z.array(Share).nullable(),
    }),
  }),
}
