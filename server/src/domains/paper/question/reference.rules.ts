// References: on a paper each question has a random id, so that the ids sent to candidates say nothing about the bank (decision 54).
import { randomFillSync } from 'node:crypto'
import type { FrozenGroup } from './freeze.rules.ts'

/** References have 18 digits and do not begin with 0. */
const LEAST = 10n ** 17n
const SPAN = 9n * LEAST
/** Random numbers from here on would make some references more likely than others. */
const UNEVEN = 2n ** 64n - (2n ** 64n % SPAN)

/** References for the questions of a newly drawn paper, all different; independent of the seed, from which the questions could be guessed. */
export function drawReferences(count: number): string[] {
  const drawn = new Set<string>()
  while (drawn.size < count)
    for (const bits of randomFillSync(new BigUint64Array(count - drawn.size))) if (bits < UNEVEN) drawn.add(String(LEAST + (bits % SPAN)))
  return [...drawn]
}

export const randomReference = (): string => drawReferences(1)[0]!

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
