// A run over answers: an opinion for each, stored beside the marking and nowhere in it.
import { type assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { type App, can, type Ctx, ctxOf, nobody } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, Failure, must } from '../../../kernel/fail.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { ModelFailure } from '../../../providers/model/model.ts'
import { addTask, addTaskKind, type Task, type TaskControl, type TaskEnd, TaskRefused } from '../../common/task.service.ts'
import { splitLeaf } from '../../paper/review/review-mark.service.ts'
import { readTask } from '../../paper/review/review-task.service.ts'
import { askModel, lastingRefusals, newFence, refusalFor } from '../ledger/ask.service.ts'
import { type Assistant, costOf as priceOf, openAssistant } from '../ledger/assistant.service.ts'
import { mustBeOpenQuestion } from '../ledger/bank.service.ts'
import { leftOf } from '../ledger/budget.service.ts'
import { type Asking, noteRules } from '../ledger/note.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { mustBeOn } from '../ledger/state.service.ts'
import { chosenTasks, type Question, rubricOf } from './answers.service.ts'
import { answerFor, type Asked, middleOf, type Opinion, opinionByRules, opinionOf, OpinionShape, promptOf, Read } from './opinion.rules.ts'

type Calls = typeof assistMark
export const MARK_TASK = 'assist.mark'
export const subjectOf = ({ examId, leaf }: Question) => `assist.mark:${examId}/${leaf}`
const REPLY_TOKENS = 1_200
/** Instructions, shape and an answer of ordinary length. */
const ANSWER_TOKENS = 900
/** After this many failed requests in a row the rest is not tried. */
const MOST_FAILED = 3

async function planOf(ctx: Ctx, wish: Input<Calls['start']>) {
  if (!can(ctx, 'paper:update')) fail('forbidden')
  await mustBeOn(ctx, 'mark')
  await mustBeOpenQuestion(ctx.db, splitLeaf(wish.leaf).quId)
  const assistant = await openAssistant(ctx.app)
  const rubric = await rubricOf(ctx.db, wish)
  if (rubric.lines.length === 0) fail('assistRubric')
  const tasks = await chosenTasks(ctx, wish, rubric)
  const { markTimes } = await settingsOf(ctx.app)
  const requests = assistant.model ? tasks.length * markTimes : 0
  const said = tokensOf(rubric.lines.map((one) => one.text).join(''))
  const [tokensIn, tokensOut] = [requests * (ANSWER_TOKENS + said), requests * said]
  const cost = requests === 0 ? null : priceOf(assistant, tokensIn, tokensOut)
  return { tasks, tokens: tokensIn + tokensOut, cost, isModel: assistant.model !== undefined }
}

/** What a run would cost. Fails as startOpinions. */
export async function estimateOpinions(ctx: Ctx, wish: Input<Calls['estimate']>): Promise<Output<Calls['estimate']>> {
  const { tasks, tokens, cost, isModel } = await planOf(ctx, wish)
  return { count: tasks.length, tokens, cost, left: isModel ? await leftOf(ctx.app, ctx.user.id) : null }
}

/**
 * Starts a run over the chosen answers. Fails forbidden without the right to lead the marking, assistOff, assistUnset, assistBank where the
 * question's bank is kept from the assistant, assistRubric without rubric lines, conflict while a run over this question goes on.
 */
export async function startOpinions(ctx: Ctx, wish: Input<Calls['start']>): Promise<Output<Calls['start']>> {
  const { tasks, tokens } = await planOf(ctx, wish)
  const { examId, leaf } = wish
  if (tasks.length > 0 && !(await addTask(ctx, MARK_TASK, subjectOf(wish), { examId, leaf, userId: ctx.user.id, tasks, at: 0 })))
    fail('conflict')
  ctx.change.after = { examId, leaf, which: wish.which, count: tasks.length }
  return { count: tasks.length, tokens }
}

type Params = Question & { userId: string; tasks: string[]; at: number }
const nothing: TaskEnd = async () => undefined

async function giveOpinions(app: App, task: Task, control: TaskControl): Promise<TaskEnd> {
  const params = task.params as Params
  let failed = 0
  for (let at = params.at; at < params.tasks.length; at++) {
    control.signal.throwIfAborted()
    const trouble = await giveOne(app, params, params.tasks[at] ?? '0', control.signal)
    failed = trouble === undefined ? 0 : failed + 1
    if (trouble !== undefined && (lastingRefusals.has(trouble) || failed >= MOST_FAILED)) throw new TaskRefused(trouble)
    await control.keep({ ...params, at: at + 1 })
    control.onPercent(Math.round(((at + 1) * 100) / params.tasks.length))
  }
  return nothing
}

/** Opinions on all waiting answers of a question at once, for a demonstration. */
export async function opinionsNow(app: App, question: Question, userId: string): Promise<void> {
  const rubric = await rubricOf(app.db, question)
  const tasks = await chosenTasks(ctxOf(app, { user: { ...nobody, id: userId } }), { ...question, which: 'waiting', again: false }, rubric)
  for (const task of tasks) await giveOne(app, { ...question, userId, tasks, at: 0 }, task)
}

/** One opinion. @returns why there is none */
async function giveOne(app: App, { examId, leaf, userId }: Params, taskId: string, signal?: AbortSignal): Promise<ErrorName | undefined> {
  try {
    await mustBeOn({ app }, 'mark')
    await mustBeOpenQuestion(app.db, splitLeaf(leaf).quId)
    const assistant = await openAssistant(app)
    const rubric = await rubricOf(app.db, { examId, leaf })
    const found = await askedFor(app, taskId, rubric.lines)
    if (!found || rubric.lines.length === 0) return undefined
    const { opinions, trouble } = await opinionsFor(
      app,
      assistant,
      { kind: 'mark', userId, about: found.title, ...(signal ? { signal } : {}) },
      found,
    )
    const middle = middleOf(opinions)
    if (!middle) return trouble
    const { score, said, flagged, spread } = middle
    // an opinion that was seen before the mark stays one that was seen
    const values = {
      rubricHash: rubric.hash,
      score,
      lines: said.map((one) => one.line),
      said: json(said),
      flagged,
      times: opinions.length,
      spread,
      byRules: assistant.model === undefined,
      createTime: app.clock(),
    }
    await app.db
      .insertInto('assistMark')
      .values({ paperId: found.paperId, leaf, examId, ...values })
      .onConflict((conflict) => conflict.columns(['paperId', 'leaf']).doUpdateSet(values))
      .execute()
    return trouble !== undefined && lastingRefusals.has(trouble) ? trouble : undefined
  } catch (error) {
    return reasonOf(error)
  }
}

/** Why there is no answer; a request that was given up, and other errors, are thrown on. */
function reasonOf(error: unknown): ErrorName {
  if (error instanceof ModelFailure && error.trouble !== 'cancelled') return refusalFor(error.trouble)
  if (error instanceof Failure) return error.reason
  throw error
}

type Found = Asked & { paperId: string; title: string }

/** The answer without what names its candidate; undefined for a task or paper that is gone, and for an answer that is no text. */
async function askedFor(app: App, taskId: string, lines: Asked['lines']): Promise<Found | undefined> {
  const person = await app.db
    .selectFrom('paperReviewTask as t')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .leftJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('t.id', '=', taskId)
    .select(['t.paperId', 'realName', 'userName', 'mobile', 'sysDepart.deptName'])
    .executeTakeFirst()
  if (!person) return undefined
  const { question, stem, maxScore, title } = await readTask(ctxOf(app, { user: nobody }), taskId, 0)
  const { answer } = question
  const text = answer && 'text' in answer ? answer.text : ''
  const names = [person.realName, person.userName, person.mobile, person.deptName].flatMap((one) => (one ? [one] : []))
  return {
    paperId: person.paperId,
    title,
    question: [plainText(stem), plainText(question.content)].filter((one) => one !== '').join('\n'),
    modelAnswer: plainText(must(question.key).modelAnswer),
    lines,
    answer: answerFor(text, names),
    max: maxScore,
  }
}

/** As many opinions as the settings want; by rules they would all be the same. A request that fails ends them. */
async function opinionsFor(app: App, assistant: Assistant, asking: Asking, asked: Found) {
  const times = assistant.model && asked.answer !== '' ? (await settingsOf(app)).markTimes : 1
  const opinions: Opinion[] = []
  try {
    while (opinions.length < times) opinions.push(await opinionFor(app, assistant, asking, asked))
  } catch (error) {
    return { opinions, trouble: reasonOf(error) }
  }
  return { opinions, trouble: undefined }
}

async function opinionFor(app: App, assistant: Assistant, asking: Asking, asked: Found) {
  // an empty answer meets nothing, and costs nothing
  if (asked.answer === '') return opinionOf([], asked)
  if (!assistant.model) {
    await noteRules(app, assistant, asking)
    return opinionByRules(asked)
  }
  const prompt = promptOf(asked, newFence())
  const { value } = await askModel(app, assistant, asking, {
    ...prompt,
    shape: OpinionShape,
    read: Read,
    name: 'lines',
    maxTokens: REPLY_TOKENS,
    // quotes are the candidate's words
    noted: ({ lines }) => `${lines.length} 个评分点的判断；引文是考生的答案，不保存`,
  })
  return opinionOf(value.lines, asked)
}

/** Registers the task. */
export const markTasks = (app: App): void =>
  addTaskKind(app, {
    kind: MARK_TASK,
    atOnce: 1,
    heavy: false,
    run: (task, control) => giveOpinions(app, task, control),
    failed: async () => undefined,
  })
