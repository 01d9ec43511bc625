// References: on a paper each question has a random id, so that the ids sent to candidates say nothing about the bank (decision 54).
import { randomInt } from 'node:crypto'
import type { FrozenGroup } from './freeze.rules.ts'

const MAX_REFERENCE = 10 ** 14

/** 18 digits without a leading zero; independent of the seed, from which the questions could be guessed. */
export const randomReference = () =>
  `${randomInt(1, 10)}${String(randomInt(MAX_REFERENCE)).padStart(14, '0')}${String(randomInt(1_000)).padStart(3, '0')}`

/**
 * References for the questions of a newly drawn paper.
 * @param next a random id of 18 digits; repeated until the paper has no equal one
 */
export function drawReferences(count: number, next: () => string): string[] {
  const drawn = new Set<string>()
  while (drawn.size < count) drawn.add(next())
  return [...drawn]
}

/** Whether an id has the form of a reference; ids of the bank are shorter. */
export const isReference = (quId: string): boolean => /^[1-9]\d{17}$/.test(quId)

/** The id of a question for its candidate. Papers drawn before references existed have the ids of the bank. */
export const referenceOf = ({ quId, ref }: { quId: string; ref?: string | undefined }): string => ref ?? quId

/** References by the bank's id. */
export const referencesIn = (content: readonly FrozenGroup[]): ReadonlyMap<string, string> =>
  new Map(content.flatMap((group) => group.quList.map((one) => [one.quId, referenceOf(one)])))

/** Rows about questions of a paper, with references instead of the bank's ids. */
export const inReferences = <T extends { quId: string }>(rows: readonly T[], references: ReadonlyMap<string, string>): T[] =>
  rows.map((row) => ({ ...row, quId: references.get(row.quId) ?? row.quId }))
