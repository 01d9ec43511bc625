// What the start page of an exam needs to know before anybody presses the button.
import * as z from 'zod'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { id, moment } from '../../kernel/field.ts'
import { AuditState } from '../../exam/audit-state.ts'
import { entryRules } from '../../exam/entry-settings.ts'

const CheckInfo = z.object({
  canStart: z.boolean(),
  /** every reason against it, in words, the most telling first */
  reasons: z.array(z.string()),
  /** for each of `reasons` its name in error.ts */
  reasonKeys: z.array(z.string()),
  /** the courses to be finished first that are not finished yet; `process` in percent */
  courses: z.array(z.object({ id: z.string(), title: z.string(), process: z.int() })),
  needPassword: z.boolean(),
  needFace: z.boolean(),
  /** an application has to be approved first */
  needApply: z.boolean(),
  /** one may apply now */
  canApply: z.boolean(),
  /** one's newest application; null: none */
  apply: z
    .object({
      auditState: z.literal(Object.values(AuditState)),
      auditMsg: z.string(),
      applyTime: moment('申请时间'),
      auditUsed: z.boolean(),
    })
    .nullable(),
  /** it costs something, and is not bought yet */
  needPay: z.boolean(),
  price: entryRules.price,
  costPoints: entryRules.costPoints,
  /** tries left; null: no limit */
  chances: z.int().nullable(),
  ongoingPaperId: z.string().nullable(),
  /** the exam as it is for who asks: extra time and a window of one's own counted */
  terms: z.object({
    startTime: moment('开始时间').nullable(),
    endTime: moment('结束时间').nullable(),
    minutes: z.int(),
    fullScreen: z.boolean(),
    /** between two pictures; 0: none are taken of this person */
    captureMinutes: z.int(),
    /** something of it is arranged for this person alone */
    arranged: z.boolean(),
  }),
})

export const checkInfo = endpoints('exam/exam', 'exam', {
  'check-info': query({
    title: '能否参加考试',
    permit: 'any',
    module: false,
    input: z.object({ id: id('考试') }),
    output: CheckInfo,
  }),
})
