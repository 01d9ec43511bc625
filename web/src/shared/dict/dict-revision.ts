// Invalidates stored dictionaries (dict.ts) after a change; a separate file, because every first page needs it.
import { queryClient } from '../../kernel/call/query.ts'

export const LIST = 'dic:'
export const TREE = 'dic-tree:'
const REVISION = 'dic-revision'

/** Clears every stored dictionary; dictionaries on the page are fetched again. */
export function invalidateDicts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(LIST) || key.startsWith(TREE)) localStorage.removeItem(key)
  void queryClient.invalidateQueries({ queryKey: ['dict'] })
}

/** Takes the server's revision of the dictionaries (user/info); a new revision clears the stored ones. */
export function recordRevision(revision: number | undefined) {
  if (revision === undefined || localStorage.getItem(REVISION) === String(revision)) return
  localStorage.setItem(REVISION, String(revision))
  invalidateDicts()
}
