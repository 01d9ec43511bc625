// Where a person stands on a learning path: what is done, what comes next, what is not open yet. No database.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import type { StationState } from '@shuyuan/contract/path/learn.ts'
import { fromWallClock, toWallClock } from '@shuyuan/contract/kernel/moment.ts'

type Item = { kind: PathItemKind; refId: string; required: boolean }
type Stage<T extends Item> = { need: number; items: T[] }

const PERCENT = 100
const DAY_MS = 86_400_000

export const keyOf = ({ kind, refId }: { kind: string; refId: string }): string => `${kind} ${refId}`

/** Whole percent; 100 only at the end. */
export const percentOf = ({ done, total, finishTime }: { done: number; total: number; finishTime: Date | null }): number =>
  finishTime !== null ? PERCENT : total === 0 ? 0 : Math.min(PERCENT - 1, Math.floor((done / total) * PERCENT))

/** The end of the day so many days after entering, in the site's time zone; null without a number. */
export function dueOf(startTime: Date, days: number): Date | null {
  if (days === 0) return null
  const day = toWallClock(new Date(startTime.getTime() + days * DAY_MS)).slice(0, 10)
  return fromWallClock(`${day} 23:59:59`)
}

/**
 * The state of each item, by stage. A stage is done with all its required items and `need` of the others; the stages after the first that is
 * not done are locked. The next one is the first that is still needed and not `gone`.
 */
export function stationsOf<T extends Item & { gone: boolean }>(
  stages: readonly Stage<T>[],
  done: ReadonlySet<string>,
): { done: boolean; states: StationState[] }[] {
  let isOpen = true
  let hasNext = false
  return stages.map(({ need, items }) => {
    const isDone = (one: Item) => done.has(keyOf(one))
    const chosen = items.filter((one) => !one.required && isDone(one)).length
    const isThrough = items.every((one) => !one.required || isDone(one)) && chosen >= need
    const states = items.map((one): StationState => {
      if (isDone(one)) return 'done'
      if (!isOpen) return 'locked'
      const isNeeded = one.required || chosen < need
      if (hasNext || !isNeeded || one.gone) return 'open'
      hasNext = true
      return 'next'
    })
    isOpen &&= isThrough
    return { done: isThrough, states }
  })
}
