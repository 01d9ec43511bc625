// The work of a run: requests portion by portion, each answer checked, and at the end staged rows, none of them chosen.
import { type App, ctxOf } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd } from '../../common/task.service.ts'
import { stageMade } from '../../qu/import/made.service.ts'
import { lastingRefusals } from '../ledger/ask.service.ts'
import { openAssistant } from '../ledger/assistant.service.ts'
import { mustBeOpenBank } from '../ledger/bank.service.ts'
import { scrubbed } from '../ledger/scrub.rules.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { type Kept, passagesIn } from '../material/material.service.ts'
import { withNeighbours } from './neighbours.service.ts'
import { planned, type Want } from './plan.rules.ts'
import { askPortion, byRules, type Made, type Means, type Run } from './portion.service.ts'
import { CANCELLED, QUESTIONS_TASK, roomOf, withoutText } from './run.service.ts'

/** After this many failed requests in a row the rest is not tried. */
const MOST_FAILED = 2

/** Ends the requests of runs that go on here, by the id of the run. */
const endsOf = appPart(() => new Map<string, AbortController>())

async function findRunning(db: Database, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('assistRun').where('id', '=', id).where('state', '=', 'running').selectAll().executeTakeFirst()
  return (
    row && {
      id,
      userId: row.userId,
      repoId: row.repoId,
      kept: row.source as unknown as Kept,
      wants: row.wants as unknown as Want[],
      options: row.options as unknown as Run['options'],
    }
  )
}

const nothing: TaskEnd = async () => undefined

async function generate(app: App, task: Task, control: TaskControl): Promise<TaskEnd> {
  const { runId, ...kept } = task.params as { runId: string } & Partial<Made>
  const made: Made = { at: 0, questions: [], stems: [], prints: [], dropped: {}, error: '', ...kept, runId }
  const cancelled = new AbortController()
  endsOf(app).set(runId, cancelled)
  try {
    // a run that was cancelled before this line is not found, after it the message arrives
    const run = await findRunning(app.db, runId)
    return run ? await generated(app, run, made, control, AbortSignal.any([control.signal, cancelled.signal])) : nothing
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    // a server that stops gives the run back
    control.signal.throwIfAborted()
    return nothing
  } finally {
    endsOf(app).delete(runId)
  }
}

async function generated(app: App, run: Run, made: Made, control: TaskControl, signal: AbortSignal): Promise<TaskEnd> {
  let questions = made.questions
  try {
    await mustBeOn({ app }, 'questions')
    await mustBeOpenBank(app.db, run.repoId)
    const assistant = await openAssistant(app)
    const passages = (await passagesIn(app, run.kept)).map((one) => ({ ...one, text: scrubbed(one.text) }))
    const means = { assistant, passages, signal }
    if (assistant.model) await askPortions(app, run, made, means, control)
    else await byRules(app, run, made, means)
    questions = await withNeighbours(app, run, made, means)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    made.error = error.reason
  }
  return (db) => finish(app, db, run, { ...made, questions })
}

async function askPortions(app: App, run: Run, made: Made, means: Means, control: TaskControl) {
  const portions = planned(means.passages, run.wants, roomOf(means.assistant))
  let failed = 0
  for (const [at, portion] of portions.entries()) {
    if (at < made.at) continue
    control.signal.throwIfAborted()
    if (!(await findRunning(app.db, run.id))) return
    // it may have been closed since the last request
    await mustBeOpenBank(app.db, run.repoId)
    const trouble = await askPortion(app, run, made, means, portion)
    failed = trouble === undefined ? 0 : failed + 1
    made.at = at + 1
    await control.keep(made)
    const percent = Math.round((made.at * 100) / portions.length)
    control.onPercent(percent)
    await app.db.updateTable('assistRun').where('id', '=', run.id).set({ percent, made: made.questions.length }).execute()
    if (trouble !== undefined) made.error = trouble
    if (trouble !== undefined && (lastingRefusals.has(trouble) || failed >= MOST_FAILED)) return
  }
}

async function finish(app: App, db: Database, run: Run, made: Made) {
  const { questions, dropped, error } = made
  // cancelled meanwhile: what was made is not wanted
  const row = await db.selectFrom('assistRun').where('id', '=', run.id).forUpdate().select(['state', 'source']).executeTakeFirst()
  if (row?.state !== 'running') return
  const importId =
    questions.length === 0
      ? null
      : await stageMade(ctxOf(app, { db }), { repoId: run.repoId, userId: run.userId, title: titleOf(run.kept), questions })
  await db
    .updateTable('assistRun')
    .where('id', '=', run.id)
    .set({
      state: questions.length === 0 ? 'failed' : 'done',
      percent: 100,
      made: questions.length,
      dropped: json(dropped),
      importId,
      error: error || (questions.length === 0 ? 'assistUnusable' : ''),
      source: json(withoutText(row.source)),
    })
    .execute()
}
const titleOf = ({ title }: Kept) => title.slice(0, 200)

/** Notes that a run was given up. */
async function failed(db: Database, task: Task) {
  const { runId } = task.params as { runId: string }
  const row = await db.selectFrom('assistRun').where('id', '=', runId).select('source').executeTakeFirst()
  await db
    .updateTable('assistRun')
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .set({ state: 'failed', error: 'fault', source: json(withoutText(row?.source ?? {})) })
    .execute()
}

/** Registers the task. */
export function questionTasks(app: App): void {
  app.bus.subscribe(CANCELLED, (payload) =>
    endsOf(app)
      .get((payload as { runId: string }).runId)
      ?.abort(),
  )
  addTaskKind(app, {
    kind: QUESTIONS_TASK,
    atOnce: 2,
    heavy: false,
    run: (task, control) => generate(app, task, control),
    failed: (db, task) => failed(db, task),
  })
}
