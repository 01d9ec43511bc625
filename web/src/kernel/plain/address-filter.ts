// The filter of a plain list, stored in the address. Smaller than list-query.ts, because these are a learner's first pages.
import { useSearchParams } from 'react-router'

/** Texts by their names in the address; `current` is named `page` there. */
type Filter = { title: string; current: number } & Record<string, string | number | undefined>

/** Title and page of a list; invalid values are replaced by defaults. */
export function readList(address: URLSearchParams): { title: string; current: number } {
  const page = address.get('page') ?? ''
  return { title: (address.get('title') ?? '').trim().slice(0, 100), current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 }
}

/** One of the choices, or undefined. */
export function readChoice<T extends string>(address: URLSearchParams, name: string, choices: Record<T, unknown>): T | undefined {
  const value = address.get(name) ?? ''
  return Object.hasOwn(choices, value) ? (value as T) : undefined
}

/** @param read derives a filter from an address */
export function useAddressFilter<F extends Filter>(read: (address: URLSearchParams) => F) {
  const [address, setAddress] = useSearchParams()
  const filter = read(address)
  /** Changes a part of the filter; any change but of the page shows the first page. */
  const change = (part: Partial<F>) => {
    const { current, ...texts }: Filter = { ...filter, current: 1, ...part }
    const entries = Object.entries({ ...texts, page: current > 1 ? current : '' })
    const filled = entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)] as const]))
    setAddress(Object.fromEntries(filled), { replace: true })
  }
  return { filter, change, isBreak: address.has('break') }
}
