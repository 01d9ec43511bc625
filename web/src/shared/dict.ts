// Dictionaries in the browser: stored for five minutes (learner.md §9), or until the server reports a new revision.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { dic } from '@shuyuan/contract/sys/setting/dic.ts'
import { dicValue } from '@shuyuan/contract/sys/setting/dic-value.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../kernel/call/api.ts'
import { LIST, TREE } from './dict-revision.ts'

export const keepMs = 300_000

type Kept<T> = { at: number; entries: T }

function readKept(key: string): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept<unknown> | null
    if (kept && Array.isArray(kept.entries) && Math.abs(Date.now() - kept.at) < keepMs) return kept.entries
  } catch {
    // invalid stored text: fetched again
  }
  return undefined
}

async function kept<T>(key: string, fetchIt: () => Promise<T>): Promise<T> {
  const known = readKept(key) as T | undefined
  if (known) return known
  const entries = await fetchIt()
  localStorage.setItem(key, JSON.stringify({ at: Date.now(), entries } satisfies Kept<T>))
  return entries
}

/** The values of a dictionary, from this browser or from the server. @throws CallFailure */
export const loadDict = (dicCode: string): Promise<Data<typeof dic.list>> => kept(LIST + dicCode, () => call(dic.list, { dicCode }))

/** The same as a tree. @throws CallFailure */
export const loadDictTree = (dicCode: string): Promise<Data<typeof dicValue.tree>> =>
  kept(TREE + dicCode, () => call(dicValue.tree, { dicCode }))

/** The values of a dictionary in a component; undefined until they are loaded. */
export const useDict = (dicCode: string, enabled = true) =>
  useQuery({ queryKey: ['dict', dicCode], queryFn: () => loadDict(dicCode), staleTime: keepMs, enabled })

export const useDictTree = (dicCode: string) =>
  useQuery({ queryKey: ['dict', dicCode, 'tree'], queryFn: () => loadDictTree(dicCode), staleTime: keepMs })
