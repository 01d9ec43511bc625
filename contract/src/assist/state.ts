// What the caller may use of the assistant: apart from the settings, because pages of learners ask it.
import * as z from '../kernel/z.ts'
import { endpoints, query } from '../kernel/endpoint.ts'

export const assist = endpoints('assist', {
  /** what the caller may use now */
  state: query({
    title: '智能助手状态',
    permit: 'any',
    input: z.object({}),
    output: z.object({
      questions: z.boolean(),
      improve: z.boolean(),
      notice: z.boolean(),
      explain: z.boolean(),
      mark: z.boolean(),
      /** '' without one; rules: no model */
      provider: z.string(),
      /** where texts are sent; '' where they are not */
      host: z.string(),
      /** yuan for 1,000,000 tokens, for who works here; null without */
      price: z.object({ in: z.number(), out: z.number() }).nullable(),
      /** tokens of the caller that are left today; null: no limit */
      left: z.int().nullable(),
    }),
  }),
})
