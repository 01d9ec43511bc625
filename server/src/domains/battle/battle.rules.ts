// Pure decisions of battles: score, the robot's answers, results and ratings.
import { type BattleEnding, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type Answer, type QuestionKey, QuType } from '@shuyuan/contract/qu/content.ts'

/** Questions in a row without an answer after which a side counts as absent. */
const ABSENT_AFTER = 3
/** A battle that was overdue for so long was interrupted by the server. */
export const CRASH_MS = 60_000
const K = 24
const LEVEL = { usual: 60, least: 30, most: 95 }
const THINKING = { least: 3_500, most: 11_000 }

/** Milliseconds from the opening to an answer, less the forgiven delay of the network. */
export const thinkingMs = (begin: Date, at: Date) => Math.max(0, at.getTime() - begin.getTime() - battleRule.forgiven)

/** 100 for a right answer and up to 50 for speed; 0 for a wrong one. */
export function scoreOf(isRight: boolean, ms: number): number {
  if (!isRight) return 0
  const left = Math.max(0, battleRule.question - ms)
  return battleRule.right + Math.floor((battleRule.bonus * left) / battleRule.question)
}

/** The last moment at which an answer counts. */
export const deadlineOf = (begin: Date) => new Date(begin.getTime() + battleRule.question + battleRule.forgiven)

/** The robot's share of right answers in percent, from the learner's own. */
export const levelOf = (accuracy: number | null) => Math.min(LEVEL.most, Math.max(LEVEL.least, accuracy ?? LEVEL.usual))

/** What the robot answers to question `no` and after how long; the same seed gives the same answer. */
export function robotAnswer(
  key: QuestionKey,
  tags: readonly string[],
  random: () => number,
  share: number,
): { answer: Answer; ms: number } {
  const ms = Math.round(THINKING.least + random() * (THINKING.most - THINKING.least))
  const isRight = random() * 100 < share
  const right = key.quType === QuType.multiple ? key.right : key.right.slice(0, 1)
  if (isRight) return { answer: { tags: [...right].toSorted() }, ms }
  const wrong = tags.filter((tag) => !key.right.includes(tag))
  const chosen = wrong.length > 0 ? wrong[Math.floor(random() * wrong.length)]! : undefined
  if (key.quType === QuType.multiple) {
    // one of the right ones is left out
    const some = [...key.right.slice(1), ...(chosen === undefined ? [] : [chosen])]
    return { answer: { tags: some.toSorted() }, ms }
  }
  return { answer: { tags: chosen === undefined ? [] : [chosen] }, ms }
}

export type Given = { side: number; quNo: number; answered: boolean }

/** The sides that gave no answer to the last questions up to `no`. */
export function absentSides(given: readonly Given[], no: number): number[] {
  if (no < ABSENT_AFTER) return []
  const last = given.filter((one) => one.quNo > no - ABSENT_AFTER && one.quNo <= no)
  return [1, 2].filter((side) => last.every((one) => one.side !== side || !one.answered))
}

/** The result by score: side 1, side 2 or 0 for a draw. */
export const winnerOf = (one: number, two: number) => (one === two ? 0 : one > two ? 1 : 2)

/** Whether and how a battle ends after question `no`; null: it goes on. */
export function endingAfter({
  no,
  total,
  scores,
  given,
}: {
  no: number
  total: number
  scores: readonly [number, number]
  given: readonly Given[]
}): { winner: number; ending: BattleEnding } | null {
  if (no >= total) return { winner: winnerOf(...scores), ending: 'finished' }
  const absent = absentSides(given, no)
  if (absent.length === 2) return { winner: 0, ending: 'absent' }
  if (absent.length === 1) return { winner: absent[0] === 1 ? 2 : 1, ending: 'absent' }
  return null
}

/** The change of the first rating (Elo); that of the second is its opposite. */
export function ratingChange(one: number, two: number, winner: number): number {
  const expected = 1 / (1 + 10 ** ((two - one) / 400))
  const won = winner === 0 ? 0.5 : winner === 1 ? 1 : 0
  return Math.round(K * (won - expected))
}

/** The quarter of the year in the site's time zone, `2026Q4`. */
export function seasonOf(at: Date): string {
  const day = toWallClock(at)
  return `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/** Names two users in one order. */
export const pairOf = (a: string, b: string) => (BigInt(a) < BigInt(b) ? `${a}:${b}` : `${b}:${a}`)
