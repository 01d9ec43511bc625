// A trial of a template by its maker: drawn, shown and marked without being stored.
import * as z from '../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { MarkOptions } from '../exam/exam.ts'
import { id, points } from '../kernel/field.ts'
import { Answer } from '../qu/content.ts'
import { MarkedPaper } from './paper.ts'

const seed = z.string().regex(/^\d{1,15}$/)
const Trial = z.object({
  /** names the draw; the same template, stock and seed give the same paper */
  seed,
  title: z.string(),
  quCount: z.int(),
  /** some questions are drawn at random: another candidate gets others */
  random: z.boolean(),
  totalScore: points('总分'),
  groups: MarkedPaper.shape.groups,
})

export const trial = endpoints('paper/trial', 'exam', {
  /** `keys`: each question comes with its key; the permission is that of the bank's questions, which show their keys as well */
  draw: query({
    title: '试卷预览',
    permit: 'qu:list',
    input: z.object({ tmplId: id('试卷模板'), seed: seed.optional(), keys: z.boolean().default(false) }),
    output: Trial,
  }),
  /** the paper of this seed for the printer; with `keys` each question is followed by its key */
  print: download({
    title: '打印试卷',
    permit: 'qu:list',
    input: z.object({ tmplId: id('试卷模板'), seed, keys: z.boolean().default(false) }),
    output: fileReply('application/pdf'),
    rate: { by: 'user', max: 30, seconds: 60 },
  }),
  mark: query({
    title: '试考评分',
    permit: 'qu:list',
    input: z.object({
      tmplId: id('试卷模板'),
      seed,
      passScore: points('及格分').default(0),
      markOptions: MarkOptions.default({ blankShortZero: true, ignoreCase: true, negative: false }),
      answers: z.array(z.object({ quId: z.string().max(20), answer: Answer.nullable() })).max(5_000),
    }),
    output: Trial.extend({
      /** without the short answers while `pending` */
      score: points('得分'),
      pending: z.boolean(),
      passed: z.boolean().nullable(),
    }),
  }),
})
