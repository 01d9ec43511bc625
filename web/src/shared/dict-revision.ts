// Ends what this browser keeps of dictionaries (dict.ts) when they have changed; apart from it, because every first page needs this.
import { queryClient } from '../kernel/call/query.ts'

export const LIST = 'dic:'
export const TREE = 'dic-tree:'
const REVISION = 'dic-revision'

/** Forgets every dictionary that was kept; those on the screen are fetched anew. */
export function forgetDicts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(LIST) || key.startsWith(TREE)) localStorage.removeItem(key)
  void queryClient.invalidateQueries({ queryKey: ['dict'] })
}

/** Told under which number the dictionaries stand on the server (user/info); another one than before ends what is kept. */
export function noteRevision(revision: number | undefined) {
  if (revision === undefined || localStorage.getItem(REVISION) === String(revision)) return
  localStorage.setItem(REVISION, String(revision))
  forgetDicts()
}
