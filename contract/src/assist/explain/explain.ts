// A learner's wrong answer explained, from the question's own explanation and from courses that the learner may open now.
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { choice, id } from '../../kernel/field.ts'

/** Where the learner sees the answer: in the wrong-answer book, in the result of an exam, in a training. */
export const explainScene = { book: '错题本', paper: '考试结果', train: '刷题训练' } as const
export type ExplainScene = keyof typeof explainScene

const Explained = z.object({
  /** what it rests on; none: neither the question nor a course says anything about it */
  basis: z.enum(['course', 'analysis', 'none']),
  /** `cite`: the place of a source in `cites`; null: the question's own explanation */
  parts: z.array(z.object({ text: z.string(), cite: z.int().nullable() })),
  cites: z.array(
    z.object({
      courseId: z.string(),
      courseTitle: z.string(),
      fileId: z.string(),
      title: z.string(),
      /** 0: the file has no pages */
      page: z.int(),
      /** word for word of the file */
      quote: z.string(),
    }),
  ),
})
export type Explained = z.infer<typeof Explained>

export const assistExplain = endpoints('assist', {
  /** `hot`, because the call waits for the model. Refused while the caller sits an exam, and where the key is not released to them. */
  explain: hot({
    title: '讲解错题',
    permit: 'any',
    rate: { by: 'user', max: 6, seconds: 60 },
    input: z.object({
      scene: choice('所在页面', explainScene),
      /** the entry of the book, the paper or the training */
      ref: id('记录'),
      /** as the page has it */
      quId: z.string().min(1).max(40).meta({ title: '试题' }),
    }),
    output: Explained.extend({
      /** made by rules, without a model */
      byRules: z.boolean(),
    }),
  }),
})
