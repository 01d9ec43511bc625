// Step mode: which question of a paper its candidate may see and answer.
import type { FrozenGroup } from '../question/freeze.rules.ts'

/** paper.step_mode. forward: a question that was left is not shown again. */
export const stepModes = { off: 0, free: 1, forward: 2 } as const

export const stepModeOf = (exam: { stepMode: boolean; stepBack: boolean }): number =>
  exam.stepMode ? (exam.stepBack ? stepModes.free : stepModes.forward) : stepModes.off

/** Whether the question at `at` may be shown to a candidate who has come as far as `reached`; both counted from 0. */
export function mayShow(mode: number, at: number, reached: number): boolean {
  if (mode === stepModes.off || at === reached || at === reached + 1) return true
  return mode === stepModes.free && at < reached
}

/** Whether an answer to the question at `at` is taken: never to one that was not shown yet. */
export function mayAnswer(mode: number, at: number, reached: number): boolean {
  if (mode === stepModes.off || at === reached) return true
  return mode === stepModes.free && at < reached
}

/** The paper with nothing of its questions but their places, except for the one at `at`, counted from 0. */
export function onlyAt(groups: readonly FrozenGroup[], at: number): FrozenGroup[] {
  let place = 0
  return groups.map((group) => ({
    ...group,
    quList: group.quList.map((question) => {
      if (place++ === at) return question
      const { quId, quType, score, sort } = question
      return { quId, quType, score, sort, content: '', answerList: [], blankCount: 0, left: [], right: [], subList: [] }
    }),
  }))
}
