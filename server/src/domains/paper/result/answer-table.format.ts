// The export of answers and points by question: one row per candidate, two columns per question.
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../kernel/richtext.ts'
import type { SheetCell, SheetColumn } from '../../../kernel/sheet/spreadsheet.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { inBankTags } from '../question/origin.rules.ts'
import { pointsCell, scoreColumns } from './score-table.format.ts'

/** Excel's limit for a cell. */
const LONGEST = 32_767
const TITLE = 60

export type AskedQuestion = { quId: string; title: string }

/** The columns of the score list, then answer and points of each question. */
export const answerColumns = (questions: readonly AskedQuestion[]): SheetColumn[] => [
  ...scoreColumns,
  ...questions.flatMap(({ quId, title }, at): SheetColumn[] => [
    { header: `${at + 1}. ${title.slice(0, TITLE)}（${quId}）作答`, width: 24 },
    { header: `${at + 1}. 得分`, width: 10, kind: 'number' },
  ]),
]

/** An answer as text, in the option letters of the bank, so that shuffled papers can be compared; empty for none. */
export function answerText(answer: Answer | null, key: QuestionKey): string {
  const own = inBankTags(answer, key)
  return own === null ? '' : textOf(own).slice(0, LONGEST)
}

function textOf(answer: Answer): string {
  if ('tags' in answer) return answer.tags.join('')
  if ('blanks' in answer) return answer.blanks.join(' | ')
  if ('pairs' in answer) return answer.pairs.map(([left, right]) => `${left}-${right}`).join('，')
  if ('text' in answer) return plainText(answer.text)
  return Object.entries(answer.subs)
    .map(([id, one]) => `${id}: ${one === null ? '' : textOf(one)}`)
    .join('；')
}

type AnsweredPaper = {
  /** the keys with which the paper was drawn, for their option letters */
  keys: readonly QuestionKey[]
  answers: ReadonlyMap<string, Answer | null>
  /** null until the paper is finished */
  marks: readonly QuestionMark[] | null
}

/** The cells after those of the score list; empty for a question that this paper does not have, and points that are not final. */
export function answerCells(questions: readonly AskedQuestion[], { keys, answers, marks }: AnsweredPaper): SheetCell[] {
  const keyOf = new Map(keys.map((key) => [key.quId, key]))
  const markOf = new Map((marks ?? []).map((mark) => [mark.quId, mark]))
  return questions.flatMap(({ quId }): SheetCell[] => {
    const key = keyOf.get(quId)
    if (!key) return ['', '']
    const mark = markOf.get(quId)
    return [answerText(answers.get(quId) ?? null, key), mark ? pointsCell(mark.score) : '']
  })
}
