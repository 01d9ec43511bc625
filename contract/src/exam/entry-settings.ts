// The options of an exam that concern the way in: what is promised, shown, paid or passed before a paper is opened.
import { say } from './exam.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from 'zod'
import { count, flag, id, money, optionalText } from '../kernel/field.ts'

/** What a candidate may know about the way in. */
export const entryRules = {
  /** ticked before the start; empty: the house's usual words */
  pledge: z.string().meta({ title: '诚信承诺' }),
  needFace: flag('人脸核验'),
  needApply: flag('需要申请'),
  /** price and points of 0: free */
  price: money('价格'),
  costPoints: count('积分价格', 0, 1_000_000, '积分'),
  /** sat on paper, in a room: scores come in by sheet */
  offline: flag('线下考试'),
}

/** The same for a form: all of it off unless told. */
export const entrySettings = {
  pledge: optionalText('诚信承诺', 2_000),
  needFace: entryRules.needFace.default(false),
  needApply: entryRules.needApply.default(false),
  price: entryRules.price.default(0),
  costPoints: entryRules.costPoints.default(0),
  offline: entryRules.offline.default(false),
  /** exams that must be passed before */
  prerequisites: z
    .array(id('前置考试'))
    .max(20, encoded(say('prerequisitesTooMany')))
    .default([])
    .meta({ title: '前置考试' }),
  /** courses that must be finished before */
  courses: z
    .array(id('前置课程'))
    .max(20, encoded(say('prerequisiteCoursesTooMany')))
    .default([])
    .meta({ title: '前置课程' }),
}

/** The part of it that every list shows. */
export const listedEntry = {
  offline: entryRules.offline,
  price: entryRules.price,
  costPoints: entryRules.costPoints,
  needApply: entryRules.needApply,
  /** one's own application: dictionary exam_audit_state, null where there is none that counts */
  applyState: z.int().nullable(),
}
