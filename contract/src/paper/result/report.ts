// The report on one paper for its candidate: rank, comparison, strengths and weaknesses.
import * as z from '../../kernel/z.ts'
import { query } from '../../kernel/endpoint.ts'
import { id, points } from '../../kernel/field.ts'

/** Questions of one type; sub-questions count with their composite. */
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
      /** null: the exam does not show ranks, or another paper of the candidate counts; equal scores share a place */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** over the best papers of all candidates; null while scores are hidden */
      compare: z.object({ mean: points('平均分'), highest: points('最高分'), candidates: z.int() }).nullable(),
      /** null while answers are hidden, because right and wrong would reveal them */
      types: z.array(Share).nullable(),
      chapters: z.array(Share).nullable(),
    }),
  }),
}
