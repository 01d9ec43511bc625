// Suggestions for a question in its form: differences, taken one by one by the author. Nothing is stored by the call.
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { code, id } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'
import { QuestionBody } from '../../qu/content.ts'
import { levelText, quTypeText } from '../../qu/qu.ts'
import { say } from '../assist.texts.ts'

/** What can be looked at. */
export const improvable = { stem: '题干', options: '干扰项', analysis: '解析', level: '难度', translate: '英文对照' } as const
export type Improvable = keyof typeof improvable
/** The field of the form that a suggestion changes. */
export const improvedField = { stem: '题干', option: '选项', analysis: '解析', level: '难度' } as const
export type ImprovedField = keyof typeof improvedField

/** Instructions and shape of a request; an answer is about as long as the question. */
export const IMPROVE_OVERHEAD_TOKENS = 900

const Suggestion = z.object({
  field: z.enum(Object.keys(improvedField) as [ImprovedField]),
  /** the place of an option; 0 for other fields */
  at: z.int(),
  /** as plain text, for the comparison */
  before: z.string(),
  after: z.string(),
  /** the new content of the field as rich text; '' for the level */
  html: z.string(),
  /** only of the field `level` */
  level: z.int().nullable(),
  /** why, in a sentence; may be empty */
  why: z.string(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const assistQuestion = endpoints('assist/question', {
  /** `hot`, because the call waits for the model. A translation is added below the text, nothing is overwritten by it. */
  improve: hot({
    title: '智能改题',
    permit: 'assist:improve',
    apiToken: false,
    rate: { by: 'user', max: 10, seconds: 60 },
    input: z.object({
      quType: code('题型', quTypeText),
      level: code('难度', levelText),
      body: QuestionBody,
      /** the stored question, and the bank chosen in the form: banks may be kept from the assistant */
      quId: id('试题').optional(),
      repoId: id('题库').optional(),
      wants: z
        .array(z.enum(Object.keys(improvable) as [Improvable]), { error: encoded(say('improveEmpty')) })
        .min(1, encoded(say('improveEmpty')))
        .max(Object.keys(improvable).length),
    }),
    output: z.object({
      items: z.array(Suggestion),
      /** suggestions that did not pass the checks */
      dropped: z.int(),
      /** tokens of this request; 0 without a model */
      tokens: z.int(),
    }),
  }),
})
