// A trial of a template: a paper as a candidate gets it, and its marks. Nothing is stored, so that it counts nowhere.
import { say } from '@shuyuan/contract/paper/paper.server.texts.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { trial } from '@shuyuan/contract/paper/trial.ts'
import { randomInt } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { mustFindTmpl } from '../../tmpl/tmpl.service.ts'
import { checkAnswer, shapeOf } from '../marking/answer.rules.ts'
import { markPaper } from '../marking/marking-paper.rules.ts'
import { keysIn, shownIn } from '../question/freeze.rules.ts'
import { markedGroups } from '../question/marked.rules.ts'
import { buildPaper, drawsAtRandom } from '../question/pool.service.ts'
import { printBlank } from '../result/print.service.ts'

const MAX_SEED = 2 ** 48 - 1

/** The paper that this seed draws from the template now. Fails notFound, examStock. */
async function drawPaper(ctx: Ctx, tmplId: string, seed: string) {
  const { title, version, quShuffle, optionShuffle } = await mustFindTmpl(ctx, tmplId)
  const source = { tmplId, tmplVersion: version, quShuffle, optionShuffle }
  const { groups, ...drawn } = await buildPaper(ctx.app, source, seed)
  return { title, random: await drawsAtRandom(ctx.app, source), ...drawn, content: shownIn(groups), keys: keysIn(groups) }
}

/** Draws a paper; with `keys` each question has its key, for reading and printing. Fails notFound, examStock. */
export async function drawTrial(ctx: Ctx, { tmplId, seed, keys }: Input<(typeof trial)['draw']>): Promise<Output<(typeof trial)['draw']>> {
  const drawn = seed ?? String(randomInt(MAX_SEED))
  const { title, random, content, keys: all, quCount, totalScore } = await drawPaper(ctx, tmplId, drawn)
  const unanswered = { answers: new Map(), marks: new Map(), comments: {} }
  const groups = markedGroups({ content, keys: all, fixes: [] }, unanswered, { score: false, answer: keys })
  return { seed: drawn, title, random, quCount, totalScore, groups }
}

/** The paper of this seed as PDF, with space for answers or with its keys. Fails notFound, examStock, printFailed. */
export async function printTrial(ctx: Ctx, input: Input<(typeof trial)['print']>): Promise<FileReply> {
  return printBlank(ctx, await drawTrial(ctx, input))
}

/**
 * Marks the answers to the paper of this seed as an exam with these settings would. Fails notFound, examStock, at the field for an answer that
 * does not fit its question, which also happens when the bank has changed since the draw.
 */
export async function markTrial(
  ctx: Ctx,
  { tmplId, seed, answers, passScore, markOptions }: Input<(typeof trial)['mark']>,
): Promise<Output<(typeof trial)['mark']>> {
  const { title, random, content, keys, quCount } = await drawPaper(ctx, tmplId, seed)
  const given = new Map(answers.map((one) => [one.quId, one.answer]))
  const shown = content.flatMap((group) => group.quList)
  const unfit = [...given].some(([quId, answer]) => {
    const question = shown.find((one) => one.quId === quId)
    return !question || checkAnswer(shapeOf(question), answer) !== null
  })
  if (unfit) failField('answers', say('trialChanged'))
  const { marks, score, total, pending, passed } = markPaper(keys, given, new Map(), { ...markOptions, passScore })
  const byId = new Map(marks.map((mark) => [mark.quId, mark]))
  const groups = markedGroups({ content, keys, fixes: [] }, { answers: given, marks: byId, comments: {} }, { score: true, answer: true })
  return { seed, title, random, quCount, totalScore: total, groups, score, pending, passed }
}
