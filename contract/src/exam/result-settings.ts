// The options of an exam that concern what its candidates are shown afterwards, beyond when score and answers are published.
import { count, flag, moment } from '../kernel/field.ts'

/** All of it off unless told: no rank, all questions, answers without end and as often as one likes. */
export const resultSettings = {
  showRank: flag('公布排名').default(false),
  /** a candidate is shown nothing but the questions he did not get right */
  wrongOnly: flag('只看错题').default(false),
  /** answers are shown no longer than this */
  answerUntil: moment('答案查看截止').nullable().default(null),
  /** of each paper; 0: as often as one likes */
  answerLooks: count('答案查看次数', 0, 100, '次').default(0),
}
