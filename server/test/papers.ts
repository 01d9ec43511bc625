// An exam for one test and a candidate's paper in it, started and handed in as the web client does it.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer, QuestionKey } from '@shuyuan/contract/qu/content.ts'
import { keysOf, setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import { answerAs } from '../src/domains/paper/fixed.factory.ts'
import type { Person, TestApp } from './start-app.ts'

type Settings = Parameters<typeof setUpExam>[1]
type Counts = Parameters<typeof setUpExam>[2]
/** The answer to a question of a paper, `at` in its order; null is a blank, undefined leaves it out. */
type AnswerOf = (key: QuestionKey, at: number) => Answer | null | undefined

/** Starts a paper in this exam. `row` reads the stored paper. */
export async function startPaper(app: TestApp, person: Person, examId: string) {
  const { id } = await app.ok(paper['create-paper'], { examId }, person)
  const row = () => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return { examId, id, row }
}

/** Starts a paper in a new exam with `counts` questions by type, by default one or two of each type. */
export async function startNewPaper(app: TestApp, person: Person, settings: Settings = {}, counts?: Counts) {
  const { examId } = await setUpExam(app.ctx(), settings, counts)
  return startPaper(app, person, examId)
}

/** The same, with the page loaded: `session` identifies the page load, `keys` are the answer keys in the order of the questions. */
export async function openNewPaper(app: TestApp, person: Person, settings: Settings = {}, counts?: Counts) {
  const started = await startNewPaper(app, person, settings, counts)
  const { session } = await app.ok(paper['paper-detail'], { id: started.id }, person)
  return { ...started, session, keys: [...(await keysOf(app, started.id)).values()] }
}

/** Answers for `handIn`, right or wrong as given for each of `quIds`. */
export const answersFor =
  (quIds: readonly string[], given: readonly boolean[]): AnswerOf =>
  (key) =>
    answerAs(key, given[quIds.indexOf(key.quId)] ?? false)

/** Hands in an open paper with these answers, by default without any. @returns the receipt */
export async function handIn(app: TestApp, person: Person, id: string, answerOf: AnswerOf = () => undefined) {
  const lastAnswers = [...(await keysOf(app, id)).values()].flatMap((key, at) => {
    const answer = answerOf(key, at)
    return answer === undefined ? [] : [{ quId: key.quId, answer }]
  })
  return app.ok(paper['hand-exam'], { id, lastAnswers }, person)
}

/** Starts a paper in this exam and hands it in. @returns its id */
export async function takePaper(app: TestApp, person: Person, examId: string, answerOf?: AnswerOf): Promise<string> {
  const { id } = await startPaper(app, person, examId)
  await handIn(app, person, id, answerOf)
  return id
}
