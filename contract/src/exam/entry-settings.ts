// Exam settings about admission: pledge, prerequisites, price.
import { say } from './exam.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { count, flag, id, money, optionalText } from '../kernel/field.ts'
import { dailyHours } from '../kernel/daily-hours.ts'

/** The pledge of exams without a text of their own. */
export const defaultPledge = '我已阅读考试须知，承诺独立、诚信作答'

/** Entry rules that candidates may see. */
export const entryRules = {
  /** the candidate confirms it before the start; empty: the default text */
  pledge: z.string().meta({ title: '诚信承诺' }),
  needFace: flag('人脸核验'),
  needApply: flag('需要申请'),
  /** price and points of 0: free */
  price: money('价格'),
  costPoints: count('积分价格', 0, 1_000_000, '积分'),
  /** when on a day a paper may be begun; empty: at any time */
  openHours: z.string().meta({ title: '每日开放时段' }),
  /** held on paper; scores are imported from a spreadsheet */
  offline: flag('线下考试'),
  /** where an exam on paper is held */
  place: z.string().meta({ title: '考试地点' }),
}

/** Form fields; everything is off by default. */
export const entrySettings = {
  pledge: optionalText('诚信承诺', 2_000),
  needFace: entryRules.needFace.default(false),
  needApply: entryRules.needApply.default(false),
  price: entryRules.price.default(0),
  costPoints: entryRules.costPoints.default(0),
  openHours: dailyHours('每日开放时段'),
  offline: entryRules.offline.default(false),
  place: optionalText('考试地点', 100),
  /** the banks of its template are closed to training while it is open; off for callers from before the field */
  closeTraining: flag('考试期间关闭训练').default(false),
  /** exams that must be passed first */
  prerequisites: z
    .array(id('前置考试'))
    .max(20, encoded(say('prerequisitesTooMany')))
    .default([])
    .meta({ title: '前置考试' }),
  /** courses that must be finished first */
  courses: z
    .array(id('前置课程'))
    .max(20, encoded(say('prerequisiteCoursesTooMany')))
    .default([])
    .meta({ title: '前置课程' }),
}

/** The fields that every list shows. */
export const listedEntry = {
  offline: entryRules.offline,
  place: entryRules.place,
  openHours: entryRules.openHours,
  price: entryRules.price,
  costPoints: entryRules.costPoints,
  needApply: entryRules.needApply,
  /** state of the caller's application (dictionary exam_audit_state); null: none that is valid */
  applyState: z.int().nullable(),
}
