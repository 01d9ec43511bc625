// Marks entered so far, by question, or by question and part.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { isVoid, type MarkedQuestion, type MarkedSub } from '../question/marked.ts'
import { scoreProblem } from './score.ts'

type Reviewed = Data<(typeof paper)['review-paper']>
type Sent = NonNullable<Body<(typeof paper)['review-paper']>['marks']>[number]
export type Mark = { quId: string; subId?: string; score: number | null; comment: string }
export type Marks = Readonly<Record<string, Mark>>

export const markKey = (quId: string, parent?: string) => (parent === undefined ? quId : `${parent}/${quId}`)
const isManual = (part: Pick<MarkedSub, 'quType' | 'fixed'>) => part.quType === QuType.shortAnswer && !isVoid(part)

/** Whether a question, or a part of it, is marked manually. */
export const needsMark = (question: MarkedQuestion) => isManual(question) || question.subList.some(isManual)

/** The stored marks. */
export function startMarks(reviewed: Reviewed): Marks {
  const marks: Record<string, Mark> = {}
  const add = (part: MarkedSub, parent?: string) => {
    if (!isManual(part)) return
    const score = part.markState === 'pending' ? null : part.gained
    marks[markKey(part.quId, parent)] =
      parent === undefined
        ? { quId: part.quId, score, comment: part.comment }
        : { quId: parent, subId: part.quId, score, comment: part.comment }
  }
  for (const question of reviewed.groups.flatMap((group) => group.quList)) {
    if (question.quType === QuType.composite) for (const sub of question.subList) add(sub, question.quId)
    else add(question)
  }
  return marks
}

/** The number of questions that still need a mark. Blank ones need none. */
export function openMarks(reviewed: Reviewed, marks: Marks): number {
  const parts = reviewed.groups.flatMap((group) =>
    group.quList.flatMap((question) => [
      ...(isManual(question) ? [markKey(question.quId)] : []),
      ...question.subList.filter(isManual).map((sub) => markKey(sub.quId, question.quId)),
    ]),
  )
  return parts.filter((key) => (marks[key]?.score ?? null) === null).length
}

/** Whether an entered mark is invalid. */
export const hasProblem = (reviewed: Reviewed, marks: Marks, step: number): boolean =>
  reviewed.groups
    .flatMap((group) => group.quList)
    .some((question) =>
      [
        { key: markKey(question.quId), part: question },
        ...question.subList.map((part) => ({ key: markKey(part.quId, question.quId), part })),
      ].some(({ key, part }) => scoreProblem(marks[key]?.score ?? null, part.score ?? 0, step) !== undefined),
    )

/** The marks that can be sent. */
export const marksOf = (marks: Marks): Sent[] =>
  Object.values(marks).flatMap(({ score, ...mark }) => (score === null ? [] : [{ ...mark, score }]))
