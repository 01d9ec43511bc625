// Step mode: decides which question of a paper the candidate may see and answer.
import type { FrozenGroup } from '../../question/freeze.rules.ts'

/** Values of paper.step_mode. forward: an earlier question is not shown again. */
export const stepModes = { off: 0, free: 1, forward: 2 } as const
export type StepMode = (typeof stepModes)[keyof typeof stepModes]

export const stepModeOf = (exam: { stepMode: boolean; stepBack: boolean }): StepMode =>
  exam.stepMode ? (exam.stepBack ? stepModes.free : stepModes.forward) : stepModes.off

/** Whether the question at index `at` may be shown when `reached` is the current index; both start at 0. */
export function mayShow(mode: number, at: number, reached: number): boolean {
  if (mode === stepModes.off || at === reached || at === reached + 1) return true
  return mode === stepModes.free && at < reached
}

/** Whether an answer to the question at index `at` is accepted; never before the question was shown. */
export function mayAnswer(mode: number, at: number, reached: number): boolean {
  if (mode === stepModes.off || at === reached) return true
  return mode === stepModes.free && at < reached
}

/** The groups of a paper with the content of the question at index `at` only; other questions keep id and position. */
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
