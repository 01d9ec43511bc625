// Make-up exams: the same template and settings for the candidates who failed an exam or were absent.
import { say } from '../paper.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { id, moment, sound, text } from '../../kernel/field.ts'

export const makeUpGroup = { failed: '未及格', absent: '缺考' } as const
const of = z
  .array(z.enum(Object.keys(makeUpGroup) as (keyof typeof makeUpGroup)[]))
  .min(1, encoded(say('makeUpUnchosen')))
  .max(2)
  .meta({ title: '补考人员' })

export const makeUp = endpoints('exam/exam', {
  'make-up-count': query({
    title: '补考人数',
    permit: 'exam:add',
    input: z.object({ examId: id('考试') }),
    output: z.object({
      title: z.string(),
      failed: z.int(),
      absent: z.int(),
      /** papers that are still open or being marked; their candidates are in neither group yet */
      undecided: z.int(),
      /** make-up exams that exist already */
      made: z.array(z.object({ id: z.string(), title: z.string(), startTime: moment('开始时间').nullable() })),
    }),
  }),
  /** A repeated call answers with the existing exam. */
  'make-up': command({
    title: '安排补考',
    permit: 'exam:add',
    input: z
      .object({
        examId: id('考试'),
        of,
        title: text('考试名称', 100),
        startTime: moment('开始时间').nullable(),
        endTime: moment('结束时间').nullable(),
      })
      .refine(({ startTime, endTime }) => !startTime || !endTime || endTime > startTime, {
        when: sound('startTime', 'endTime'),
        path: ['endTime'],
        error: encoded(sayKernel('endBeforeStart')),
      }),
    output: z.object({ id: z.string(), count: z.int(), isNew: z.boolean() }),
  }),
})
