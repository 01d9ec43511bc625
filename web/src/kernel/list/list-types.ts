// Types of a page's list: columns, filters, batch actions.
import type { Body, Endpoint, Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ReactElement, ReactNode } from 'react'
import type { PathOf } from '../access/path.ts'
import type { Params } from './list-query.ts'
import type { PlainText } from '../i18n.ts'

export type Row = Record<string, unknown>

type ColumnLook = {
  /** replaces the contract's label */
  title?: PlainText
  /** pixels; needed for lists of 500 rows and more, where the default is 160 */
  width?: number
  /** allows ordering by this column; the server must support it */
  sortable?: boolean
  align?: 'left' | 'center' | 'right'
  fixed?: 'left' | 'right'
  /** the column that one reads: it takes the free width, `width` is its least. By default the first that is no time */
  main?: boolean
  /** stands in its own column as long as possible; others become a second line of the main column first, the last ones before */
  keep?: boolean
  /** shown only after it was enabled in the column settings */
  hidden?: boolean
  /** a time keeps its seconds, as in logs */
  seconds?: boolean
  /** cut with … after one line; the whole text in a tooltip */
  ellipsis?: boolean
}
/** A field of the row, rendered from the contract unless `render` is given. */
type FieldColumn<R> = ColumnLook & { name: PathOf<R>; id?: never; render?: (row: R) => ReactNode }
/** A column without a field of the row. */
type VirtualColumn<R> = ColumnLook & { id: string; name?: never; render: (row: R) => ReactNode }
export type ColumnSpec<R> = FieldColumn<R> | VirtualColumn<R>
export type ColumnItem<R> = PathOf<R> | ColumnSpec<R>

/** A name among the filters of a paged endpoint. */
export type FilterOf<E extends Endpoint> = Body<E> extends { params?: infer P } ? keyof NonNullable<P> & string : never

export type SearchSpec<Name extends string = string> = {
  /** a filter of the contract */
  name: Name
  /** the filter of the end, where `name` is the begin of a period: one picker for both */
  until?: Name
  title?: PlainText
  placeholder?: string
  /** replaces the contract's control; receives `value` and `onChange` */
  control?: ReactElement<{ value?: unknown; onChange?: (value: unknown) => void }>
}
export type SearchItem<Name extends string = string> = Name | SearchSpec<Name>

export type BatchAction<R> = {
  label: PlainText
  /** permission tags, one of which is needed; undefined: no permission needed */
  permit?: Permit
  danger?: boolean
  /** question before it runs */
  confirm?: PlainText
  /** the selection is cleared when the promise resolves (unless with false) and stays when it rejects */
  onRun: (ids: string[], rows: R[]) => unknown
}

/** Argument of a function given as `toolbar`, `left` or `header`. */
export type ListHandle<R> = {
  /** the present filters */
  params: Params
  /** changes some filters; undefined clears one */
  patch: (params: Params) => void
  refresh: () => void
  ids: string[]
  rows: R[]
  /** number of rows of all pages; undefined while unknown */
  total: number | undefined
}
