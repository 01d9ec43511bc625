// Dictionaries in the browser: stored for five minutes (learner.md §9), or until the server reports a new revision.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../kernel/call/api.ts'
import { LIST, TREE } from './dict-revision.ts'

export const cacheMs = 300_000

type CachedEntries<T> = { at: number; entries: T }

function readCached(key: string): unknown {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as CachedEntries<unknown> | null
    if (stored && Array.isArray(stored.entries) && Math.abs(Date.now() - stored.at) < cacheMs) return stored.entries
  } catch {
    // invalid stored text: fetched again
  }
  return undefined
}

async function cached<T>(key: string, fetchIt: () => Promise<T>): Promise<T> {
  const entriesHere = readCached(key) as T | undefined
  if (entriesHere) return entriesHere
  const entries = await fetchIt()
  localStorage.setItem(key, JSON.stringify({ at: Date.now(), entries } satisfies CachedEntries<T>))
  return entries
}

/** The values of a dictionary, from this browser or from the server. @throws CallFailure */
export const loadDict = (dicCode: string): Promise<Data<typeof dic.list>> => cached(LIST + dicCode, () => call(dic.list, { dicCode }))

/** From this number of values on, a select searches on the server. */
export const LONG = 100

/** The first values of a dictionary: all of them, or one more than `LONG` of a longer one. */
const loadStart = (dicCode: string) => cached(`${LIST}${dicCode}:start`, () => call(dic.list, { dicCode, limit: LONG + 1 }))

/** The first values in a component; undefined until they are loaded. */
export const useDictStart = (dicCode: string) =>
  useQuery({ queryKey: ['dict', dicCode, 'start'], queryFn: () => loadStart(dicCode), staleTime: cacheMs })

/** The same as a tree. @throws CallFailure */
export const loadDictTree = (dicCode: string): Promise<Data<typeof dicValue.tree>> =>
  cached(TREE + dicCode, () => call(dicValue.tree, { dicCode }))

/** The values of a dictionary in a component; undefined until they are loaded. */
export const useDict = (dicCode: string, enabled = true) =>
  useQuery({ queryKey: ['dict', dicCode], queryFn: () => loadDict(dicCode), staleTime: cacheMs, enabled })

export const useDictTree = (dicCode: string) =>
  useQuery({ queryKey: ['dict', dicCode, 'tree'], queryFn: () => loadDictTree(dicCode), staleTime: cacheMs })
