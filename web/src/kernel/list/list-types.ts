// What a page tells a list: columns, filters, batch actions.
import type { Body, Endpoint, Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ReactElement, ReactNode } from 'react'
import type { PathOf } from '../path.ts'
import type { Params } from './list-query.ts'
import type { PlainText } from '../i18n.ts'

export type Row = Record<string, unknown>

type ColumnLook = {
  /** replaces the contract's label */
  title?: PlainText
  /** pixels; needed for lists of 500 rows and more, where 160 stands in */
  width?: number
  /** offers ordering by this column; the server must know it */
  sortable?: boolean
  align?: 'left' | 'center' | 'right'
  fixed?: 'left' | 'right'
  /** shown only when switched on in the column settings */
  hidden?: boolean
  /** cut with … after one line; the whole text in a tooltip */
  ellipsis?: boolean
}
/** A field of the row, drawn from the contract unless `render` draws it. */
type FieldColumn<R> = ColumnLook & { name: PathOf<R>; id?: never; render?: (row: R) => ReactNode }
/** A column that is no field of the row. */
type VirtualColumn<R> = ColumnLook & { id: string; name?: never; render: (row: R) => ReactNode }
export type ColumnSpec<R> = FieldColumn<R> | VirtualColumn<R>
export type ColumnItem<R> = PathOf<R> | ColumnSpec<R>

/** A name among the filters of a paged endpoint. */
export type FilterOf<E extends Endpoint> = Body<E> extends { params?: infer P } ? keyof NonNullable<P> & string : never

export type SearchSpec<Name extends string = string> = {
  /** a filter of the contract */
  name: Name
  title?: PlainText
  placeholder?: string
  /** replaces the contract's control; receives `value` and `onChange` */
  control?: ReactElement<{ value?: unknown; onChange?: (value: unknown) => void }>
}
export type SearchItem<Name extends string = string> = Name | SearchSpec<Name>

export type BatchAction<R> = {
  label: PlainText
  /** the tags of which one is needed; none: everybody */
  permit?: Permit
  danger?: boolean
  /** asked before it runs */
  confirm?: PlainText
  /** the selection is emptied when the promise resolves (unless with false) and kept when it rejects */
  onRun: (ids: string[], rows: R[]) => unknown
}

/** What a function given as `toolbar`, `left` or `header` may use. */
export type ListHandle<R> = {
  /** the filters in force */
  params: Params
  /** changes some filters; undefined clears one */
  patch: (params: Params) => void
  refresh: () => void
  ids: string[]
  rows: R[]
  /** rows of all pages; undefined while unknown */
  total: number | undefined
}
