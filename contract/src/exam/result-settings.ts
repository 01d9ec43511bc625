// Exam settings for the result page, beyond the times at which score and answers are released.
import { count, flag, id, moment } from '../kernel/field.ts'
import { ranges } from '../kernel/ranges.ts'

/** Defaults: the usual score bands, no rank, all questions, answers without limit of time or number. */
export const resultSettings = {
  /** where the scores are cut into bands in the statistics: both ends of a range; empty: 60, 70, 80 and 90 % of the total */
  scoreBands: ranges('统计分数段').default('').meta({ title: '统计分数段', control: 'ranges' }),
  showRank: flag('公布排名').default(false),
  /** candidates see only the questions that they did not get right */
  wrongOnly: flag('只看错题').default(false),
  /** answers are visible until this time */
  answerUntil: moment('答案查看截止').nullable().default(null),
  /** the certificate that passing earns; null: none; a change without it leaves the stored one */
  certId: id('证书').nullable().optional(),
  /** per paper; 0: unlimited */
  answerLooks: count('答案查看次数', 0, 100, '次').default(0),
}
