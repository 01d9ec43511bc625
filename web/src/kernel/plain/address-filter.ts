// The filter of a plain list, kept in the address. Lighter than the general list query: these pages are a learner's first.
import { useSearchParams } from 'react-router'

/** Texts by their names in the address; `current` stands there as `page`. */
type Filter = { title: string; current: number } & Record<string, string | number | undefined>

/** The two that every list has; whatever makes no sense is left out. */
export function readList(address: URLSearchParams): { title: string; current: number } {
  const page = address.get('page') ?? ''
  return { title: (address.get('title') ?? '').trim().slice(0, 100), current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1 }
}

/** One of the known choices, or undefined. */
export function readChoice<T extends string>(address: URLSearchParams, name: string, choices: Record<T, unknown>): T | undefined {
  const value = address.get(name) ?? ''
  return Object.hasOwn(choices, value) ? (value as T) : undefined
}

/** @param read makes a filter of an address */
export function useAddressFilter<F extends Filter>(read: (address: URLSearchParams) => F) {
  const [address, setAddress] = useSearchParams()
  const filter = read(address)
  /** Changes some of the filter; anything but another page begins with the first one. */
  const change = (part: Partial<F>) => {
    const { current, ...texts }: Filter = { ...filter, current: 1, ...part }
    const entries = Object.entries({ ...texts, page: current > 1 ? current : '' })
    const kept = entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)] as const]))
    setAddress(Object.fromEntries(kept), { replace: true })
  }
  return { filter, change, isBreak: address.has('break') }
}
