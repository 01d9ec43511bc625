// Assembles a handed-in paper for a reader: questions, answers, marks and keys, as far as the reader may see them.
import type { Answer, PaperQuestion, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import type { FrozenGroup } from './freeze.rules.ts'
import { fixedHow, type LiveFix } from '../marking/marking-fix.rules.ts'
import { markId, type QuestionMark } from '../marking/marking.rules.ts'

export type Frozen = {
  content: readonly FrozenGroup[]
  /** current keys, fixes applied */
  keys: readonly QuestionKey[]
  fixes: readonly LiveFix[]
}
export type Marked = {
  answers: ReadonlyMap<string, Answer | null>
  /** by question; empty before the paper is marked */
  marks: ReadonlyMap<string, QuestionMark>
  comments: Readonly<Record<string, { comment: string }>>
}
/** What the reader may see; a marker sees both. `wrongOnly`: only questions that are not right, and none while answers are hidden. */
export type Sight = {
  score: boolean
  answer: boolean
  wrongOnly?: boolean
  /** questions that are open for the reader elsewhere: nothing tells whether they are right */
  open?: ReadonlySet<string>
}

type Shown = Omit<PaperQuestion, 'subList'>

/** The groups of a paper, reduced to what `sight` allows. Scores in 1/100 point. */
export function markedGroups({ content, keys, fixes }: Frozen, marked: Marked, sight: Sight) {
  const keyOf = new Map(keys.map((key) => [key.quId, key]))
  const listed = (quId: string) =>
    !sight.wrongOnly || (sight.answer && (sight.open?.has(quId) || marked.marks.get(quId)?.state !== 'right'))
  return content.map(({ title, totalScore, quList }) => {
    const questions = quList
      .filter(({ quId }) => listed(quId))
      .map((question) => {
        const key = keyOf.get(question.quId)!
        const mark = marked.marks.get(question.quId)
        const answer = marked.answers.get(question.quId) ?? null
        const subAnswers = answer && 'subs' in answer ? answer.subs : {}
        const subList = question.subList.map((sub, at) =>
          markedOne(sub, {
            answer: subAnswers[sub.quId] ?? null,
            key: key.subs[at]!,
            mark: mark?.subs?.[at],
            comment: marked.comments[markId(question.quId, sub.quId)]?.comment ?? '',
            fixed: fixedHow(question.quId, sub.quId, fixes),
            sight,
          }),
        )
        const comment = marked.comments[question.quId]?.comment ?? ''
        const fixed = fixedHow(question.quId, '', fixes)
        return { ...markedOne(question, { answer, key, mark, comment, fixed, sight }), subList }
      })
    const gained = sight.score ? quList.reduce((sum, { quId }) => sum + settled(marked.marks.get(quId)), 0) : null
    // a dropped question no longer counts in the total of its group either
    const dropped = quList.reduce((sum, { quId, score }) => sum + (fixedHow(quId, '', fixes) === 'drop' ? score : 0), 0)
    return { title, totalScore: totalScore - (sight.score ? dropped : 0), gained, quList: questions }
  })
}

const settled = (mark: QuestionMark | undefined) => (mark === undefined || mark.state === 'pending' ? 0 : mark.score)

type Facts = {
  answer: Answer | null
  key: QuestionKey
  mark: QuestionMark | undefined
  comment: string
  fixed: ReturnType<typeof fixedHow>
  sight: Sight
}

function markedOne(question: Shown, { answer, key, mark, comment, fixed, sight }: Facts) {
  // right or wrong by question would reveal the keys to candidates with a further try
  const seen = sight.answer && !sight.open?.has(question.quId)
  const pending = mark === undefined || mark.state === 'pending'
  return {
    ...question,
    answer,
    markState: !seen ? ('hidden' as const) : pending ? ('pending' as const) : mark.state,
    gained: seen && sight.score && !pending ? mark.score : null,
    comment: seen ? comment : '',
    key: seen ? shownKey(key) : null,
    fixed: seen ? fixed : null,
  }
}

export const shownKey = ({ right, blanks, pairs, modelAnswer, analysis }: QuestionKey) => ({
  right,
  blanks: blanks.map((blank) => blank.answer),
  pairs,
  modelAnswer,
  analysis,
})
