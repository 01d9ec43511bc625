// Draws papers: which questions, in which order, and what to store of that.
import { randomInt } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { isOnlyVersion } from '../../operation/node.service.ts'
import type { DrawnPaper } from '../attempt/save/paper-cache.service.ts'
import { storeQuestions } from '../question/asked.service.ts'
import { keysIn, shownIn } from '../question/freeze.rules.ts'
import { layoutOf } from '../question/layout.rules.ts'
import { buildPaper, type Source } from '../question/pool.service.ts'
import { drawReferences } from '../question/reference.rules.ts'

const MAX_SEED = 2 ** 48 - 1

export type Drawn = DrawnPaper & {
  userId: string
  /** of the paper's row */
  columns: Awaited<ReturnType<typeof columnsOf>> & { seed: string; quCount: number; totalScore: number }
}

/** Draws a paper for each of these users. Stores what their questions say, but no paper. Fails examStock. */
export async function drawPapers(app: App, source: Source, userIds: readonly string[]): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const userId of userIds) {
    const seed = String(randomInt(MAX_SEED))
    const paper = await buildPaper(app, source, seed)
    const { groups, quCount, totalScore } = paper
    const refs = drawReferences(quCount)
    drawn.push({ userId, groups, refs, columns: { seed, quCount, totalScore, ...(await columnsOf(app, { groups, refs })) } })
  }
  return drawn
}

/** The paper refers to its questions; it holds them itself while a server runs that would not find them. */
async function columnsOf(app: App, { groups, refs }: DrawnPaper) {
  if (!(await isOnlyVersion(app))) return { content: json(shownIn(groups, refs)), keys: json(keysIn(groups)) }
  const asked = groups.flatMap((group) => group.questions.map((one) => one.question))
  return { layout: json(layoutOf(groups)), questionIds: await storeQuestions(app, asked), refs: [...refs] }
}
