// An exam for one test and a candidate's paper in it, started as the web client does it.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { keysOf, setUpExam } from '../src/domains/paper/exam-setup.factory.ts'
import type { Person, TestApp } from './start-app.ts'

type Settings = Parameters<typeof setUpExam>[1]
type Counts = Parameters<typeof setUpExam>[2]

/** Starts a paper in a new exam with `counts` questions by type, by default one or two of each type. `row` reads the stored paper. */
export async function startNewPaper(app: TestApp, person: Person, settings: Settings = {}, counts?: Counts) {
  const { examId } = await setUpExam(app.ctx(), settings, counts)
  const { id } = await app.ok(paper['create-paper'], { examId }, person)
  const row = () => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return { examId, id, row }
}

/** The same, with the page loaded: `session` identifies the page load, `keys` are the answer keys in the order of the questions. */
export async function openNewPaper(app: TestApp, person: Person, settings: Settings = {}, counts?: Counts) {
  const started = await startNewPaper(app, person, settings, counts)
  const { session } = await app.ok(paper['paper-detail'], { id: started.id }, person)
  return { ...started, session, keys: [...(await keysOf(app, started.id)).values()] }
}
