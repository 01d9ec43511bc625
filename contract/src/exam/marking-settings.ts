// Exam settings for marking by people, and the award for passing (exam-rules.md, *Marking*).
import * as z from '../kernel/z.ts'
import { code, count, flag, points } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { ranges } from '../kernel/ranges.ts'
import { say } from './exam.texts.ts'

/** Step of a marker's scores, in 1/100 point. */
export const markStep = { 10: '0.1分', 25: '0.25分', 50: '0.5分', 100: '1分', 200: '2分', 500: '5分' } as const

/** The scores of a band, such as `85~100`, and its points. */
export const AwardBand = z.object({
  scores: ranges('奖励分数段').refine((value) => value !== '', encoded(say('awardBandEmpty'))),
  points: count('奖励积分', 1, 100_000, '分'),
})
export type AwardBand = z.infer<typeof AwardBand>

/** Defaults: one marker who sees names, steps of half a point, no award. */
export const markingSettings = {
  /** markers do not see names and accounts until the paper is finished */
  markBlind: flag('匿名阅卷').default(false),
  markStep: code('评分步长', markStep).default(50),
  markDouble: flag('双评').default(false),
  /** two marks that differ by at most this are averaged */
  markTolerance: points('双评误差', 1_000).default(100),
  /** points for passing; 0: none */
  awardPoints: count('及格奖励积分', 0, 100_000, '分').default(0),
  /** points for a passed paper by its score, added to those for passing; of several that fit the highest counts */
  awardBands: z
    .array(AwardBand)
    .max(10, encoded(say('awardBandsTooMany')))
    .default([])
    .meta({ title: '按分数段奖励' }),
}
