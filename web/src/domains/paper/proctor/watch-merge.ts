// Applies live changes to the data of the watch page; what cannot be derived comes with the next refetch.
import type { WatchChange } from '@shuyuan/contract/paper/channel/watch-change.ts'
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

type Page = Data<(typeof watch)['process-paging']>
type Stat = Data<(typeof watch)['watch-stat']>

/** Removes candidates who handed in; updates the others. */
export function mergePage(page: Page, { papers, handed }: Pick<WatchChange, 'papers' | 'handed'>): Page {
  const handedIds = new Set(handed)
  const isShown = page.records.some((row) => handedIds.has(row.id) || papers[row.id])
  if (!isShown) return page
  const records = page.records
    .filter((row) => !handedIds.has(row.id))
    .map((row) => {
      const {
        answerCount = row.answerCount,
        online = row.online,
        leaveTimes = row.leaveTimes,
        flagTimes = row.flagTimes,
      } = papers[row.id] ?? {}
      return papers[row.id] ? { ...row, answerCount, online, leaveTimes, flagTimes } : row
    })
  return { ...page, records, total: Math.max(records.length, page.total - (page.records.length - records.length)) }
}

/** Candidates who start or hand in move from one figure to another. */
export function mergeStat(stat: Stat, { started, handed }: Pick<WatchChange, 'started' | 'handed'>): Stat {
  const processCount = Math.max(0, stat.processCount + started.length - handed.length)
  return { ...stat, processCount, handCount: stat.handCount + handed.length }
}

/** Combines two changes. */
export function addChange(to: WatchChange | undefined, change: WatchChange): WatchChange {
  if (!to) return change
  const papers = { ...to.papers }
  for (const [id, one] of Object.entries(change.papers)) papers[id] = { ...papers[id], ...one }
  return {
    papers,
    started: [...to.started, ...change.started],
    handed: [...to.handed, ...change.handed],
    applied: to.applied + change.applied,
    asked: to.asked + change.asked,
  }
}
