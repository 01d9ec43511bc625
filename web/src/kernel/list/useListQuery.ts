// Stores a list's filters, page and order in the address, or in state for lists in dialogs.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paramsSchema } from '../form/schema.ts'
import { filled, type ListDefaults, type ListQuery, type Order, type Params, readQuery, writeQuery } from './list-query.ts'

export type ListQueryState = ListQuery & {
  /** Shows another page, or the same rows in pages of another size. */
  go: (current: number, size: number) => void
  sortBy: (order: Order | undefined) => void
  /** Replaces all filters and shows the first page. */
  filter: (params: Params) => void
  /** Changes some filters and shows the first page. */
  patch: (params: Params) => void
  /** Restores the default filters and order. */
  reset: () => void
}

type Options = { endpoint: Endpoint; inUrl: boolean; urlKey: string; defaults: ListDefaults }

/** @returns the present query and the functions that change it */
export function useListQuery({ endpoint, inUrl, urlKey, defaults }: Options): ListQueryState {
  const [address, setAddress] = useSearchParams()
  const [beside, setBeside] = useState('')
  const text = inUrl ? address.toString() : beside
  const prefix = urlKey === '' ? '' : `${urlKey}.`
  const schema = paramsSchema(endpoint)
  const defaultText = JSON.stringify(defaults)
  // the defaults are a new object in each render, so they are compared as text
  const query = useMemo(
    () => readQuery(new URLSearchParams(text), schema, prefix, JSON.parse(defaultText) as ListDefaults),
    [text, schema, prefix, defaultText],
  )
  const put = (next: ListQuery) => {
    // filters that were removed must be cleared in the address
    const cleared = Object.fromEntries(Object.keys(query.params).map((name) => [name, undefined]))
    const written = writeQuery(new URLSearchParams(text), { ...next, params: { ...cleared, ...next.params } }, prefix, defaults)
    if (inUrl) setAddress(written, { replace: true })
    else setBeside(written.toString())
  }
  return {
    ...query,
    go: (current, size) => put({ ...query, current: size === query.size ? current : 1, size }),
    sortBy: (order) => put({ ...query, current: 1, order }),
    filter: (params) => put({ ...query, current: 1, params: filled(params) }),
    patch: (params) => put({ ...query, current: 1, params: { ...query.params, ...params } }),
    reset: () => put({ current: 1, size: query.size, params: defaults.params, order: defaults.order }),
  }
}

/** After a removal the last page may no longer exist: then the new last page is shown. */
export function useExistingPage(query: ListQueryState, page: { records: unknown[]; total: number } | undefined) {
  const missing = page && page.records.length === 0 && page.total > 0 && query.current > 1
  const last = page ? Math.max(1, Math.ceil(page.total / query.size)) : 1
  useEffect(() => {
    if (missing) query.go(last, query.size)
  })
}
