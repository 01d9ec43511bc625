// Messages to candidates about the result of a paper: when it is out, and when it changes afterwards.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type OwnMsg, sendOwnMsgs } from '../../message/msg.service.ts'
import type { Due } from './finished.service.ts'
import { isScoreShown, type Release } from './result.rules.ts'
import { among } from '../../../kernel/database.ts'

export type ToldPaper = {
  id: string
  userId: string
  title: string
  state: number
  passed: boolean | null
  score: number | null
  totalScore: number
  tellDue: boolean
  /** the score of the last message to the candidate; null: none, or by an earlier release */
  toldScore: number | null
  showScore: string
  examState: number
  endTime: Date | null
}

export const isResultOut = ({ showScore, state, examState, endTime }: ToldPaper, now: Date) =>
  isScoreShown(showScore as Release, state, { state: examState, endTime }, now)

/**
 * Sends the candidates the results that their exams show, and scores that have changed since the last message about them.
 * @returns the papers whose message waits until the exam shows the result
 */
export async function tellResults(ctx: Due, papers: readonly ToldPaper[]): Promise<Set<string>> {
  const waiting = new Set<string>()
  const messages: OwnMsg[] = []
  const earlier = await firstScores(ctx, papers.filter(mayHaveChanged))
  for (const row of papers) {
    const text = row.tellDue ? resultOf(row) : changeOf(row, row.toldScore ?? earlier.get(row.id) ?? null)
    if (text === undefined) continue
    if (isResultOut(row, ctx.now)) messages.push({ userId: row.userId, refId: row.id, ...text })
    else waiting.add(row.id)
  }
  await sendOwnMsgs(ctx, messages, 'paper')
  return waiting
}

type Text = { title: string; content: string }
const marksOf = ({ score, totalScore, passed }: ToldPaper, of: string) =>
  `${of}${formatPoints(score ?? 0)}分（满分${formatPoints(totalScore)}分），${passed ? '及格' : '不及格'}。`

const resultOf = (row: ToldPaper): Text | undefined =>
  row.showScore === 'never' ? undefined : { title: '成绩已公布', content: `您参加的“${row.title}”成绩已公布${marksOf(row, '：')}` }

const mayHaveChanged = ({ tellDue, state, showScore }: ToldPaper) => !tellDue && state === PaperState.done && showScore !== 'never'

/** @param told score that the last message named, in 1/100 point */
const changeOf = (row: ToldPaper, told: number | null): Text | undefined =>
  !mayHaveChanged(row) || told === null || told === row.score
    ? undefined
    : { title: '成绩有变更', content: `您参加的“${row.title}”成绩已由${formatPoints(told)}分${marksOf(row, '更改为')}` }

/** The scores with which papers were first finished: an earlier release sent these scores. */
async function firstScores({ db }: Pick<Ctx, 'db'>, papers: readonly ToldPaper[]): Promise<Map<string, number>> {
  const ids = papers.filter((one) => one.toldScore === null).map((one) => one.id)
  if (ids.length === 0) return new Map()
  const events = await db
    .selectFrom('paperEvent')
    .where(among('paperId', ids))
    .where('eventId', '=', 'finish')
    .select(['paperId', 'data'])
    .execute()
  return new Map(
    events.flatMap(({ paperId, data }) => {
      const { score } = (data ?? {}) as { score?: number }
      return score === undefined ? [] : [[paperId, Math.round(score * 100)] as const]
    }),
  )
}
