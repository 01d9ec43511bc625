// Converts the filters, page and order of a list to text in the address, and back.
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldInfo, schemaAt, shapeOf } from '../form/schema.ts'

export type Order = { column: string; asc: boolean }
export type Params = Record<string, unknown>
export type ListQuery = { current: number; size: number; params: Params; order?: Order }

export const pageSizes = [10, 20, 30, 50, 100, 200, 500, 1000, 5000]

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a text in the address; undefined where the schema accepts no reading of it (an edited address). */
export function readValue(schema: z.ZodType, text: string): unknown {
  if (text === '') return undefined
  const readings = fieldInfo(schema).control === 'code' ? [Number(text), text] : [text, Number(text), fromJson(text)]
  return readings.find((one) => one !== undefined && schema.safeParse(one).success)
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The text of a filter value; '' for no value. */
export function writeValue(value: unknown): string {
  if (isEmpty(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Filters without empty values. */
export const filled = (params: Params): Params => Object.fromEntries(Object.entries(params).filter(([, value]) => !isEmpty(value)))

const whole = (text: string | null, fallback: number) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback)

export type ListDefaults = { size: number; params: Params; order?: Order }

/** Reads a list's query from search parameters whose names begin with `prefix`. */
export function readQuery(search: URLSearchParams, schema: z.ZodType, prefix: string, defaults: ListDefaults): ListQuery {
  const params: Params = {}
  for (const name of Object.keys(shapeOf(schema))) {
    const text = search.get(prefix + name)
    const one = schemaAt(schema, [name])
    const value = text === null || !one ? defaults.params[name] : readValue(one, text)
    if (!isEmpty(value)) params[name] = value
  }
  const sort = search.get(`${prefix}sort`)
  const order = sort ? { column: sort.replace(/^-/, ''), asc: !sort.startsWith('-') } : defaults.order
  const size = Math.min(whole(search.get(`${prefix}size`), defaults.size), 5_000)
  return { current: whole(search.get(`${prefix}page`), 1), size, params, ...(order ? { order } : {}) }
}

/** Writes a query into a copy of `search`; values equal to the defaults are left out, an emptied default stays as an empty value. */
export function writeQuery(search: URLSearchParams, query: ListQuery, prefix: string, defaults: ListDefaults): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, text: string, fallback: string) => {
    if (text === fallback) next.delete(prefix + name)
    else next.set(prefix + name, text)
  }
  for (const name of new Set([...Object.keys(query.params), ...Object.keys(defaults.params)]))
    put(name, writeValue(query.params[name]), writeValue(defaults.params[name]))
  put('page', String(query.current), '1')
  put('size', String(query.size), String(defaults.size))
  const sortText = (order?: Order) => (order ? `${order.asc ? '' : '-'}${order.column}` : '')
  put('sort', sortText(query.order), sortText(defaults.order))
  return next
}
