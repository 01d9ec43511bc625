// Whether this browser has shown the newest news. In a browser that comes for the first time nothing is news.
import mark from 'virtual:handbook/mark'
import { store } from '../../kernel/state/store.ts'

const KEY = 'help.news'

function isFresh(): boolean {
  const seen = localStorage.getItem(KEY)
  if (seen === null) localStorage.setItem(KEY, mark)
  return seen !== null && seen !== mark
}

const fresh = store(false)

/** Reads what this browser has shown, also from its other pages. */
export const readNewsSeen = (): void => fresh.set(isFresh())

/** Whether there are news that were not opened here. */
export const useFreshNews = (): boolean => fresh.use()

export function markNewsSeen(): void {
  localStorage.setItem(KEY, mark)
  fresh.set(false)
}
