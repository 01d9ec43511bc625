// What the parts of the page of similar papers share.
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { type examSimilar, PairLevel, PairState, SimilarState } from '@shuyuan/contract/stat/similar.ts'

export type Overview = Data<typeof examSimilar.state>
export type Pair = RowOf<typeof examSimilar.paging>
export type Detail = Data<typeof examSimilar.detail>
export type Line = Detail['questions'][number]
export type Person = Pair['a']

/** Begins the names of the list's filters in the address. */
export const LIST_KEY = 's'

export const isUnfinished = (state: number | null | undefined) => state === SimilarState.queued || state === SimilarState.running

// an order of reading has no alarming colours
export const levelColours = { [PairLevel.look]: 'default', [PairLevel.first]: 'processing' } as const
export const stateColours = {
  [PairState.fresh]: 'default',
  [PairState.looked]: 'processing',
  [PairState.ignored]: 'success',
  [PairState.verdict]: 'warning',
} as const

/** A pair that is listed for its texts has no figures of options. */
export const hasFigures = ({ common }: Pick<Pair, 'common'>) => common > 0

/** Seconds between two answers; null where one has no time. */
export function secondsBetween({ timeA, timeB }: Pick<Line, 'timeA' | 'timeB'>): number | null {
  if (timeA === null || timeB === null) return null
  const read = (moment: string) => Date.parse(`${moment.replace(' ', 'T')}Z`)
  return Math.abs(read(timeA) - read(timeB)) / 1_000
}
