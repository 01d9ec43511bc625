// What a change does to what the page already shows; whatever this cannot know comes with the next refresh.
import type { WatchChange } from '@shuyuan/contract/paper/channel/watch-change.ts'
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

type Page = Data<(typeof watch)['process-paging']>
type Stat = Data<(typeof watch)['watch-stat']>

/** Who has handed in leaves the page; the others show how they stand now. */
export function mergePage(page: Page, { papers, handed }: Pick<WatchChange, 'papers' | 'handed'>): Page {
  const gone = new Set(handed)
  const known = page.records.some((row) => gone.has(row.id) || papers[row.id])
  if (!known) return page
  const records = page.records
    .filter((row) => !gone.has(row.id))
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

/** People who begin and who hand in move from one figure to the other. */
export function mergeStat(stat: Stat, { started, handed }: Pick<WatchChange, 'started' | 'handed'>): Stat {
  const processCount = Math.max(0, stat.processCount + started.length - handed.length)
  return { ...stat, processCount, handCount: stat.handCount + handed.length }
}

/** Several changes as one. */
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
