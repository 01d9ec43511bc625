// A practised question with its key and verdicts.
import { subOf } from '../paper/question/answer.ts'
import type { ShownQuestion } from '../paper/question/marked.ts'
import type { Asked } from './useTraining.ts'

type Judged = Pick<NonNullable<Asked['judged']>, 'result' | 'key' | 'subs'>
type Shown = Pick<Asked, 'quId' | 'quType' | 'content' | 'score' | 'answerList' | 'blankCount' | 'left' | 'right' | 'subList' | 'answer'>

/** The question with its key and the verdict of each part; review mode has neither verdict nor answer. */
export function judgedView({ answer, subList, score: _score, ...question }: Shown, judged: Judged, isReview: boolean): ShownQuestion {
  const subs = subList.map(({ score: _own, ...sub }): ShownQuestion => {
    const own = judged.subs.find((one) => one.quId === sub.quId)
    const given = isReview ? {} : { answer: subOf(answer, sub.quId), ...(own ? { markState: own.result } : {}) }
    return { ...sub, ...given, ...(own ? { key: own.key } : {}) }
  })
  return { ...question, ...(isReview ? {} : { answer, markState: judged.result }), key: judged.key, subList: subs }
}
