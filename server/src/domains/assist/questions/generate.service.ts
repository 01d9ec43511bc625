// The work of a run: requests portion by portion, each answer checked, and at the end staged rows, none of them chosen.
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type App, ctxOf } from '../../../kernel/ctx.ts'
import { type Database, json } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { addTaskKind, type Task, type TaskControl, type TaskEnd } from '../../common/task.service.ts'
import { judgedMade, type MadeQuestion, stageMade } from '../../qu/import/made.service.ts'
import { askModel, type Assistant, lastingRefusals, noteRules, openAssistant, refusalFor } from '../ledger/ask.service.ts'
import { mustBeOpenBank } from '../ledger/bank.service.ts'
import { scrubbed } from '../ledger/scrub.rules.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { type Kept, passagesIn } from '../material/material.service.ts'
import type { Passage } from '../material/passages.rules.ts'
import { Stems } from './alike.rules.ts'
import { questionsByRules } from './by-rules.rules.ts'
import { checkedQuestion, Generated, GeneratedShape } from './generated.rules.ts'
import { planned, type Portion, promptOf, type Want } from './plan.rules.ts'
import { QUESTIONS_TASK, roomOf, withoutText } from './run.service.ts'

/** Earlier stems that go into a request, so that the model does not repeat them. */
const MOST_BEFORE = 30
/** After this many failed requests in a row the rest is not tried. */
const MOST_FAILED = 2
const TITLES_AT_ONCE = 2_000

type Options = { level?: number; more: string; cite: boolean }
type Run = { id: string; userId: string; repoId: string; kept: Kept; wants: Want[]; options: Options }
/** How far a run is; kept with the task, so that another process goes on from there. */
type Made = {
  runId: string
  at: number
  questions: MadeQuestion[]
  stems: string[]
  prints: string[]
  dropped: Record<string, number>
  error: string
}

async function findRunning(db: Database, id: string): Promise<Run | undefined> {
  const row = await db.selectFrom('assistRun').where('id', '=', id).where('state', '=', 'running').selectAll().executeTakeFirst()
  return (
    row && {
      id,
      userId: row.userId,
      repoId: row.repoId,
      kept: row.source as unknown as Kept,
      wants: row.wants as unknown as Want[],
      options: row.options as unknown as Options,
    }
  )
}

const nothing: TaskEnd = async () => undefined

async function generate(app: App, task: Task, control: TaskControl): Promise<TaskEnd> {
  const { runId, ...kept } = task.params as { runId: string } & Partial<Made>
  const made: Made = { at: 0, questions: [], stems: [], prints: [], dropped: {}, error: '', ...kept, runId }
  const run = await findRunning(app.db, runId)
  if (!run) return nothing
  try {
    await mustBeOn({ app }, 'questions')
    await mustBeOpenBank(app.db, run.repoId)
    const assistant = await openAssistant(app)
    const passages = (await passagesIn(app, run.kept)).map((one) => ({ ...one, text: scrubbed(one.text) }))
    if (assistant.model) await askPortions(app, run, made, { assistant, passages, control })
    else await byRules(app, run, made, { assistant, passages })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    made.error = error.reason
  }
  const questions = await withNeighbours(app, run.repoId, made.questions, made.stems)
  return (db) => finish(app, db, run, { ...made, questions })
}

type Means = { assistant: Assistant; passages: Passage[]; control: TaskControl }

async function askPortions(app: App, run: Run, made: Made, { assistant, passages, control }: Means) {
  const portions = planned(passages, run.wants, roomOf(assistant))
  let failed = 0
  for (const [at, portion] of portions.entries()) {
    if (at < made.at) continue
    control.signal.throwIfAborted()
    if (!(await findRunning(app.db, run.id))) return
    // it may have been closed since the last request
    await mustBeOpenBank(app.db, run.repoId)
    const trouble = await askPortion(app, run, made, assistant, portion)
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

/** Adds the questions of one request. A request that fails loses its share. @returns why it failed */
async function askPortion(app: App, run: Run, made: Made, assistant: Assistant, portion: Portion): Promise<ErrorName | undefined> {
  const fence = `=====${randomBytes(8).toString('hex')}=====`
  const prompt = promptOf(portion, { more: run.options.more, before: made.stems.slice(-MOST_BEFORE), fence })
  try {
    const { value } = await askModel(
      app,
      assistant,
      { kind: 'questions', userId: run.userId, about: run.kept.title },
      { ...prompt, shape: GeneratedShape, read: Generated, name: 'questions' },
    )
    take(run, made, value.questions, portion.passages, portion.wants)
    return undefined
  } catch (error) {
    const reason = error instanceof ModelFailure ? refusalFor(error.trouble) : error instanceof Failure ? error.reason : undefined
    if (reason === undefined) throw error
    drop(
      made,
      'request',
      portion.wants.reduce((sum, one) => sum + one.count, 0),
    )
    return reason
  }
}

async function byRules(app: App, run: Run, made: Made, { assistant, passages }: Omit<Means, 'control'>) {
  take(run, made, questionsByRules(passages, run.wants), passages, run.wants)
  await noteRules(app, assistant, { kind: 'questions', userId: run.userId, about: run.kept.title })
}

const drop = (made: Made, reason: string, n = 1) => (made.dropped[reason] = (made.dropped[reason] ?? 0) + n)

/** Checks the questions of an answer, and adds at most as many of each type as were asked for. */
function take(run: Run, made: Made, raws: readonly unknown[], passages: readonly Passage[], wants: readonly Want[]) {
  const left = new Map<number, number>(wants.map((one) => [one.quType, one.count]))
  const wish = { ...run.options, title: run.kept.title, chapter: '' }
  for (const raw of raws) {
    const checked = checkedQuestion(raw, passages, new Set(left.keys()), wish)
    if ('dropped' in checked) {
      drop(made, checked.dropped)
      continue
    }
    const { question } = checked
    const rest = left.get(question.quType) ?? 0
    if (rest <= 0) continue
    const judged = judgedMade(question)
    if (!judged || made.prints.includes(judged.fingerprint)) {
      drop(made, judged ? 'same' : 'wrong')
      continue
    }
    left.set(question.quType, rest - 1)
    made.prints.push(judged.fingerprint)
    made.stems.push(judged.title)
    made.questions.push(question)
  }
}

/** Adds to each question what it resembles: an earlier one of the run, and the nearest of the bank. */
async function withNeighbours(
  app: App,
  repoId: string,
  questions: readonly MadeQuestion[],
  stems: readonly string[],
): Promise<MadeQuestion[]> {
  const own = new Stems()
  const nearest = stems.map((stem): { row?: number; title: string; share: number } => {
    const earlier = own.alike(stem).toSorted((one, other) => other.share - one.share)[0]
    own.add(stem)
    return { title: '', share: 0, ...(earlier && { row: earlier.at + 1 }) }
  })
  for (let after = '0'; questions.length > 0;) {
    const rows = await app.db
      .selectFrom('qu')
      .where('repoId', '=', repoId)
      .where('deleted', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(TITLES_AT_ONCE)
      .select(['id', sql<string>`left(title, 500)`.as('title')])
      .execute()
    for (const { title } of rows)
      for (const { at, share } of own.alike(title)) {
        const found = nearest[at]
        if (found && share > found.share) Object.assign(found, { title, share })
      }
    const last = rows.at(-1)
    if (!last || rows.length < TITLES_AT_ONCE) break
    after = last.id
  }
  return questions.map((question, at) => {
    const { row, title = '' } = nearest[at] ?? {}
    const warnings = [...question.warnings]
    if (row !== undefined) warnings.push(say('madeAlikeRow', { n: row }))
    if (title !== '') warnings.push(say('madeAlike', { title: title.slice(0, 60) }))
    return { ...question, warnings }
  })
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
export const questionTasks = (app: App): void =>
  addTaskKind(app, {
    kind: QUESTIONS_TASK,
    atOnce: 2,
    heavy: false,
    run: (task, control) => generate(app, task, control),
    failed: (db, task) => failed(db, task),
  })
