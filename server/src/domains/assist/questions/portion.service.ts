// One request of a run: its questions checked and, where the site wants it, looked at a second time.
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import type { App } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { judgedMade, type MadeQuestion } from '../../qu/import/made.service.ts'
import { askModel, newFence, refusalFor } from '../ledger/ask.service.ts'
import type { Assistant } from '../ledger/assistant.service.ts'
import { type Asking, noteRules } from '../ledger/note.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import type { Kept } from '../material/material.service.ts'
import type { Passage } from '../material/passages.rules.ts'
import { questionsByRules } from './by-rules.rules.ts'
import { checkedQuestion, Generated, GeneratedShape } from './generated.rules.ts'
import { type Portion, promptOf, type Want } from './plan.rules.ts'
import { Answers, AnswersShape, differing, isComparable, promptOf as recheckPrompt } from './recheck.rules.ts'

/** Earlier stems that go into a request, so that the model does not repeat them. */
const MOST_BEFORE = 30

type Options = { level?: number; more: string; cite: boolean }
export type Run = { id: string; userId: string; repoId: string; kept: Kept; wants: Want[]; options: Options }
/** How far a run is; kept with the task, so that another process goes on from there. */
export type Made = {
  runId: string
  at: number
  questions: MadeQuestion[]
  stems: string[]
  prints: string[]
  dropped: Record<string, number>
  error: string
}
export type Means = { assistant: Assistant; passages: Passage[]; signal: AbortSignal }

const askingOf = (run: Run, signal: AbortSignal): Asking => ({ kind: 'questions', userId: run.userId, about: run.kept.title, signal })

/** Why there is no answer; a request that was given up, and other errors, are thrown on. */
function reasonOf(error: unknown): ErrorName {
  if (error instanceof ModelFailure && error.trouble !== 'cancelled') return refusalFor(error.trouble)
  if (error instanceof Failure) return error.reason
  throw error
}

/** Adds the questions of one request. A request that fails loses its share. @returns why it failed */
export async function askPortion(
  app: App,
  run: Run,
  made: Made,
  { assistant, signal }: Means,
  portion: Portion,
): Promise<ErrorName | undefined> {
  const prompt = promptOf(portion, { more: run.options.more, before: made.stems.slice(-MOST_BEFORE), fence: newFence() })
  const asking = askingOf(run, signal)
  try {
    const { value } = await askModel(app, assistant, asking, { ...prompt, shape: GeneratedShape, read: Generated, name: 'questions' })
    const added = take(run, made, value.questions, portion.passages, portion.wants)
    await lookAgain(app, assistant, asking, added, portion.passages)
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    drop(
      made,
      'request',
      portion.wants.reduce((sum, one) => sum + one.count, 0),
    )
    return reason
  }
}

/** Where the site wants it, asks for the answers from the passages alone, and marks questions with another one. Its failure loses no question. */
async function lookAgain(app: App, assistant: Assistant, asking: Asking, added: readonly MadeQuestion[], passages: readonly Passage[]) {
  const looked = added.filter(isComparable)
  if (looked.length === 0 || !(await settingsOf(app)).recheck) return
  try {
    const question = { ...recheckPrompt(looked, passages, newFence()), shape: AnswersShape, read: Answers, name: 'answers' }
    const { value } = await askModel(app, assistant, asking, question)
    for (const [at, answer] of differing(value.answers, looked))
      looked[at]?.warnings.push(answer === '' ? say('madeUnsure') : say('madeOther', { answer }))
  } catch (error) {
    reasonOf(error)
    for (const one of looked) one.warnings.push(say('madeUnchecked'))
  }
}

export async function byRules(app: App, run: Run, made: Made, { assistant, passages, signal }: Means): Promise<void> {
  take(run, made, questionsByRules(passages, run.wants), passages, run.wants)
  await noteRules(app, assistant, askingOf(run, signal))
}

const drop = (made: Made, reason: string, n = 1) => (made.dropped[reason] = (made.dropped[reason] ?? 0) + n)

/** Checks the questions of an answer, and adds at most as many of each type as were asked for. @returns those that were added */
function take(run: Run, made: Made, raws: readonly unknown[], passages: readonly Passage[], wants: readonly Want[]): MadeQuestion[] {
  const left = new Map<number, number>(wants.map((one) => [one.quType, one.count]))
  const wish = { ...run.options, title: run.kept.title, chapter: '' }
  const added: MadeQuestion[] = []
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
    added.push(question)
  }
  return added
}
