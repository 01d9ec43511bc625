// Columns of a list: titles, texts of codes and alignment come from the contract.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { listed, t, tLabel } from '../i18n.ts'
import { Tag } from '../piece/Tag.tsx'
import { fieldInfo, type FieldInfo, pathOf, rowSchema, schemaAt } from '../form/schema.ts'
import type { ColumnItem, ColumnSpec, Row } from './list-types.ts'

export type Column<R> = Omit<ColumnSpec<R>, 'id' | 'name' | 'render' | 'title'> & {
  /** the field's name, or the id of a column without a field */
  name: string
  title: string
  cell: (row: R) => ReactNode
  info: FieldInfo | undefined
}

const at = (row: unknown, name: string): unknown =>
  pathOf(name).reduce<unknown>((value, key) => (value === null || typeof value !== 'object' ? undefined : (value as Row)[key]), row)

/** What a cell without a value shows. */
export const NOTHING = '—'

/** The text of a value in a cell: the dictionary's or the contract's text of a code, 是 or 否 for a flag, — for no value. */
export function cellText(info: FieldInfo | undefined, value: unknown, dictText?: unknown): string {
  if (typeof dictText === 'string' && dictText !== '') return tLabel(dictText)
  if (value === null || value === undefined || value === '') return NOTHING
  const choice = info?.choices.find((one) => one.value === value)
  if (choice) return tLabel(choice.label)
  if (typeof value === 'boolean') return value ? t('是') : t('否')
  if (Array.isArray(value)) return listed(value.map((one) => cellText(info, one)))
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return info?.unit ? `${text} ${tLabel(info.unit)}` : text
}

/** of `yyyy-MM-dd HH:mm` */
const MINUTES = 16

/** Completes the page's columns from the row's schema. Throws for a name that is no field of the row and has no `render`. */
export function columnsOf<R>(endpoint: Endpoint, items: readonly ColumnItem<R>[]): Column<R>[] {
  const rows = rowSchema(endpoint)
  return items.map((item) => {
    const { id, render, ...spec }: ColumnSpec<R> = typeof item === 'string' ? { name: item } : item
    const name: string = spec.name ?? id ?? ''
    const schema = id === undefined ? schemaAt(rows, pathOf(name)) : undefined
    if (!schema && !render) throw new Error(`${endpoint.path} has no column “${name}”`)
    const info = schema && fieldInfo(schema)
    const numeric = info?.control === 'count' || info?.control === 'points'
    const cell = (row: R) => {
      const value = at(row, name)
      if (info?.control === 'moment' && !spec.seconds && typeof value === 'string') return value.slice(0, MINUTES)
      return typeof value === 'boolean' ? (
        <Tag tone={value ? 'good' : 'plain'}>{cellText(info, value)}</Tag>
      ) : (
        cellText(info, value, at(row, `${name}_dictText`))
      )
    }
    return {
      ...(numeric ? { align: 'right' as const } : {}),
      ...spec,
      name,
      title: spec.title === undefined ? tLabel(info?.title ?? '') : t(spec.title),
      cell: render ?? cell,
      info,
    }
  })
}
