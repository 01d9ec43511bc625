// Drafts of notices: the words come from a model, the facts from the author.
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { choice, text } from '../../kernel/field.ts'

export const MOST_FACTS = 10
export const noticeTone = { formal: '正式', warm: '亲切' } as const
export const noticeLength = { short: '简短', long: '详细' } as const

/** Tokens of a draft beside those of its points: instructions and answer, for an estimate. */
export const NOTICE_TOKENS: Record<keyof typeof noticeLength, number> = { short: 900, long: 1_400 }

const Fact = z.object({ name: text('事实名称', 30), value: text('事实内容', 200) })

export const assistNotice = endpoints('assist/notice', {
  /**
   * Nothing is stored. Only the names of the facts are sent; their contents are put into the answer here, so that a model changes no date.
   * `hot`, because the call waits for the model.
   */
  draft: hot({
    title: '起草公告',
    permit: 'assist:notice',
    apiToken: false,
    rate: { by: 'user', max: 20, seconds: 600 },
    input: z.object({
      about: text('公告要点', 300).meta({ title: '公告要点', control: 'textarea' }),
      facts: z.array(Fact).max(MOST_FACTS).default([]),
      tone: choice('语气', noticeTone).default('formal'),
      length: choice('篇幅', noticeLength).default('short'),
    }),
    output: z.object({
      title: z.string(),
      /** rich text */
      content: z.string(),
      /** numbers of the draft that stand neither in the points nor in the facts */
      doubtful: z.array(z.string()),
    }),
  }),
})
