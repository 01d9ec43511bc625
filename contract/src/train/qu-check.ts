// Judges one answer, for clients that know the question but not its training.
import * as z from '../kernel/z.ts'
import { endpoints, hot } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'
import { Answer, ShownKey } from '../qu/content.ts'

export const quCheck = endpoints('qu/qu', 'exam', {
  /** only for a question of the caller's unfinished training; the answer counts there */
  'check-answer': hot({
    title: '判断训练答案',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ quId: id('试题'), answer: Answer.nullable() }),
    output: z.object({
      isRight: z.boolean(),
      /** out of 100 */
      score: z.number(),
      answer: ShownKey.omit({ analysis: true }),
      analysis: z.string(),
    }),
  }),
})
