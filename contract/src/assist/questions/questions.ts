// Questions that the assistant makes of a material: they end as staged rows, which a person checks and chooses.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { code, count, flag, id, optionalText, pageOf, paging } from '../../kernel/field.ts'
import { encoded } from '../../kernel/message.ts'
import { QuType } from '../../qu/content.ts'
import { levelText } from '../../qu/qu.ts'
import { say } from '../assist.texts.ts'

/** Characters of a pasted material. */
export const MAX_MATERIAL = 100_000
/** Questions of one run. */
export const MOST_QUESTIONS = 100
/** The types that can be asked for. */
export const madeTypes = {
  [QuType.single]: '单选题',
  [QuType.multiple]: '多选题',
  [QuType.trueFalse]: '判断题',
  [QuType.fillIn]: '填空题',
  [QuType.shortAnswer]: '简答题',
} as const
export const runState = { running: '进行中', done: '已完成', failed: '失败', cancelled: '已取消' } as const
export type RunState = keyof typeof runState
/** Why a question that a model wrote was left out. */
export const dropReason = {
  quote: '引文不在材料中',
  answer: '答案不在选项中',
  blank: '空与答案不符',
  same: '与本次的题目重复',
  language: '语言与材料不同',
  wrong: '题目不完整',
  request: '请求没有成功',
} as const
export type DropReason = keyof typeof dropReason

const page = z.int().min(1).max(100_000)
const Source = z.union([
  z.object({
    text: z
      .string()
      .trim()
      .min(20, encoded(say('materialShort')))
      .max(MAX_MATERIAL, encoded(say('materialLong', { max: MAX_MATERIAL }))),
  }),
  z.object({ fileId: id('课件'), from: page.optional(), to: page.optional() }),
  z.object({ noticeId: id('公告') }),
])
export type MaterialSource = z.infer<typeof Source>

const Wants = z
  .array(z.object({ quType: code('题型', madeTypes), count: count('题数', 1, 30) }), { error: encoded(say('wantsEmpty')) })
  .min(1, encoded(say('wantsEmpty')))
  .max(Object.keys(madeTypes).length)
  .refine((wants) => new Set(wants.map((one) => one.quType)).size === wants.length, encoded(say('wantsTwice')))
  .refine((wants) => wants.reduce((sum, one) => sum + one.count, 0) <= MOST_QUESTIONS, encoded(say('wantsMany', { max: MOST_QUESTIONS })))

const Start = z.object({
  repoId: id('题库'),
  source: Source,
  wants: Wants,
  level: code('难度', levelText).optional(),
  /** what to pay attention to */
  more: optionalText('补充要求', 500),
  /** the analysis of each question ends with where it comes from */
  cite: flag('在解析里注明出处').default(true),
})

const Run = z.object({
  id: z.string(),
  repoId: z.string(),
  repoId_dictText: z.string(),
  /** the title of the material */
  title: z.string(),
  state: z.enum(Object.keys(runState) as [RunState]),
  percent: z.int(),
  made: z.int(),
  dropped: z.array(z.object({ reason: z.enum(Object.keys(dropReason) as [DropReason]), n: z.int() })),
  /** null until the questions are staged, and when the import was deleted */
  importId: z.string().nullable(),
  /** why there are none or fewer, in words; '' else */
  error: z.string(),
})

export const assistQuestions = endpoints('assist/questions', {
  estimate: query({
    title: '估算智能出题',
    permit: 'assist:questions',
    input: Start.pick({ source: true, wants: true }),
    output: z.object({
      chars: z.int(),
      passages: z.int(),
      requests: z.int(),
      tokens: z.int(),
      /** yuan; null where the provider has no price */
      cost: z.number().nullable(),
      /** tokens of the caller that are left today; null: no limit */
      left: z.int().nullable(),
    }),
  }),
  start: command({
    title: '智能出题',
    permit: 'assist:questions',
    slow: true,
    apiToken: false,
    input: Start,
    output: z.object({ runId: z.string() }),
  }),
  run: query({ title: '智能出题进度', permit: ['assist:questions', 'assist:log'], input: z.object({ runId: id('出题') }), output: Run }),
  cancel: command({ title: '取消智能出题', permit: 'assist:questions', input: z.object({ runId: id('出题') }), output: z.literal(true) }),
  /** the caller's own, newest first */
  runs: query({ title: '我的智能出题', permit: 'assist:questions', input: paging({ repoId: id('题库') }), output: pageOf(Run) }),
})

export const assistText = endpoints('assist/text', {
  /** the text of a course file, as questions are made of it; `error` in words where there is none */
  detail: query({
    title: '课件文字',
    permit: ['assist:questions', 'course:file:list'],
    input: z.object({ fileId: id('课件') }),
    output: z.object({
      title: z.string(),
      chars: z.int(),
      /** `at` 0: the file has no pages */
      pages: z.array(z.object({ at: z.int(), chars: z.int() })),
      error: z.string(),
    }),
  }),
})
