// What the start page of an exam shows before the paper is opened.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { id, moment } from '../../kernel/field.ts'
import { AuditState } from '../../exam/apply/audit-state.ts'
import { entryRules } from '../../exam/entry-settings.ts'

const CheckInfo = z.object({
  canStart: z.boolean(),
  /** all reasons against starting, as texts, the most important first */
  reasons: z.array(z.string()),
  /** for each of `reasons` its name in error.ts */
  reasonKeys: z.array(z.string()),
  /** required courses that are not finished yet; `process` in percent */
  courses: z.array(z.object({ id: z.string(), title: z.string(), process: z.int() })),
  needPassword: z.boolean(),
  needFace: z.boolean(),
  /** an approved application is required */
  needApply: z.boolean(),
  /** the candidate can apply now */
  canApply: z.boolean(),
  /** the candidate's newest application; null: none */
  apply: z
    .object({
      auditState: z.literal(Object.values(AuditState)),
      auditMsg: z.string(),
      applyTime: moment('申请时间'),
      auditUsed: z.boolean(),
    })
    .nullable(),
  /** the exam has a price and is not paid */
  needPay: z.boolean(),
  price: entryRules.price,
  costPoints: entryRules.costPoints,
  /** tries left; null: no limit */
  chances: z.int().nullable(),
  ongoingPaperId: z.string().nullable(),
  /** the exam's settings for this candidate, with extra time and overrides */
  terms: z.object({
    startTime: moment('开始时间').nullable(),
    endTime: moment('结束时间').nullable(),
    /** when on a day the paper may be begun; empty: at any time */
    openHours: z.string(),
    minutes: z.int(),
    fullScreen: z.boolean(),
    /** interval between two captures; 0: none for this candidate */
    captureMinutes: z.int(),
    /** an override applies to this candidate */
    arranged: z.boolean(),
  }),
})

export const checkInfo = endpoints('exam/exam', 'exam', {
  'check-info': query({
    title: '能否参加考试',
    permit: 'any',
    // the handler refuses where the caller has no open paper
    module: false,
    input: z.object({ id: id('考试') }),
    output: CheckInfo,
  }),
})
