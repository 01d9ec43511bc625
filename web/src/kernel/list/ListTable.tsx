// A list on a wide screen: Ant Design's table, virtual from 500 rows on.
import { Table, type TableProps, type TableRef } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { t } from '../i18n.ts'
import { type Column, NOTHING } from './columns.tsx'
import { RowActions } from './RowActions.tsx'
import type { Order } from './list-query.ts'
import { useFold } from './useFold.ts'
import type { Density } from './useListView.ts'
import type { Selection } from './useSelection.ts'
import styles from './list.module.css'

const virtualFrom = 500
const virtualHeight = 560
const plainWidth = 160

type ListTableProps<R> = {
  rows: readonly R[]
  keyOf: (row: R) => string
  columns: Column<R>[]
  actions?: ((row: R) => ReactNode) | undefined
  actionsWidth: number
  selection?: Selection<R> | undefined
  order: Order | undefined
  onOrder: (order: Order | undefined) => void
  loading: boolean
  density: Density | undefined
  empty: ReactNode
  expand?: ((row: R) => ReactNode) | undefined
}

type AntColumns<R> = NonNullable<TableProps<R>['columns']>

/** The least width of the column that takes the free width. */
const mainWidth = 220
/** Columns of the actions are as wide as what they hold; this is what the header needs. */
const leastActions = 88

/** The column that takes the free width: the one named by the page, else the first that holds neither a time nor a number. */
function mainOf<R>(columns: readonly Column<R>[]): Column<R> | undefined {
  const isWords = ({ info, align, fixed }: Column<R>) => info?.control !== 'moment' && align !== 'right' && !fixed
  return columns.find((column) => column.main) ?? columns.find(isWords)
}

/** The cell asks for its least width only, whatever its text, and the column gets what the others leave. */
const free = (cell: ReactNode, { width = mainWidth, ellipsis }: { width?: number | undefined; ellipsis?: boolean | undefined }) => (
  <div
    className={ellipsis ? `${styles.listFree} ${styles.listCut}` : styles.listFree}
    style={{ minWidth: width }}
    {...(ellipsis && typeof cell === 'string' ? { title: cell } : {})}
  >
    {cell}
  </div>
)

/** In a table with automatic layout, only content with an own width can be cut. */
function cut(cell: ReactNode, width: number): ReactNode {
  return (
    <div className={styles.listCut} style={{ maxWidth: width }} {...(typeof cell === 'string' ? { title: cell } : {})}>
      {cell}
    </div>
  )
}

/** The values of the columns that do not fit, with their titles, in a second line. */
function Folded<R>({ columns, row }: { columns: readonly Column<R>[]; row: R }) {
  const told = columns
    .map((column) => ({ ...column, shown: column.cell(row) }))
    .filter(({ shown }) => !['', NOTHING].includes(shown as string))
  if (told.length === 0) return null
  return (
    <dl className={styles.listFolded}>
      {told.map(({ name, title, shown }) => (
        <div key={name}>
          <dt>{title}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}

type Shown<R> = { virtual: boolean; main: Column<R> | undefined; folded: readonly Column<R>[] }

function antColumns<R>({ columns, actions, actionsWidth, order }: ListTableProps<R>, { virtual, main, folded }: Shown<R>): AntColumns<R> {
  const own: AntColumns<R> = columns
    .filter((column) => !folded.includes(column))
    .map((column) => ({
      key: column.name,
      title: column.title,
      align: column.align ?? 'left',
      render: (_value, row) => {
        const cell = column.cell(row)
        if (column === main)
          return (
            <>
              {free(cell, column)}
              {folded.length > 0 && <Folded columns={folded} row={row} />}
            </>
          )
        return column.ellipsis && column.width && !virtual ? cut(cell, column.width) : cell
      },
      ...(column !== main && (column.width || virtual) ? { width: column.width ?? plainWidth } : {}),
      ...(column.fixed ? { fixed: column.fixed } : {}),
      ...((column.ellipsis && column !== main) || virtual ? { ellipsis: true } : {}),
      ...(column.info?.control === 'moment' ? { className: styles.listTime } : {}),
      ...(column.sortable ? { sorter: true, sortOrder: order?.column === column.name ? (order.asc ? 'ascend' : 'descend') : null } : {}),
    }))
  if (!actions) return own
  const width = virtual ? actionsWidth : leastActions
  const last = { key: '_actions', title: t('操作'), fixed: 'right' as const, width, className: styles.listActions }
  const nameOf = (row: R) => {
    const column = main ?? columns[0]
    const value: unknown = column && (row as Record<string, unknown>)[column.name]
    return typeof value === 'string' ? value : column?.cell(row)
  }
  const cell = (row: R) => (
    <div className={styles.listActions}>
      <RowActions title={nameOf(row)}>{actions(row)}</RowActions>
    </div>
  )
  return [...own, { ...last, render: (_value, row) => cell(row) }]
}

function rowSelection<R>(selection: Selection<R>, rows: readonly R[]): NonNullable<TableProps<R>['rowSelection']> {
  return {
    type: selection.single ? 'radio' : 'checkbox',
    selectedRowKeys: selection.ids,
    preserveSelectedRowKeys: true,
    fixed: true,
    columnWidth: 48,
    onChange: (keys) => selection.set(keys, rows),
    getCheckboxProps: (row) => ({ disabled: selection.disabled(row), 'aria-label': t('选择') }),
    getTitleCheckboxProps: () => ({ 'aria-label': t('全选') }),
  }
}

const FOCUSABLE = 'a, button:not(:disabled), input:not(:disabled)'

/** A table that scrolls sideways and contains nothing to focus would be out of the keyboard's reach. */
function useScrollByKeys() {
  const table = useRef<TableRef>(null)
  useEffect(() => {
    const part = table.current?.nativeElement.querySelector('.ant-table-content')
    if (!part) return undefined
    const check = () => {
      if (part.scrollWidth > part.clientWidth && part.querySelector(FOCUSABLE) === null) part.setAttribute('tabindex', '0')
      else part.removeAttribute('tabindex')
    }
    check()
    // the widths of the columns are known after the layout, and change with the window
    const sizes = new ResizeObserver(check)
    sizes.observe(part)
    return () => sizes.disconnect()
  })
  return table
}

export function ListTable<R extends object>(props: ListTableProps<R>) {
  const { rows, keyOf, columns, selection, order, onOrder, loading, density, empty, expand, actionsWidth } = props
  const virtual = rows.length >= virtualFrom
  const table = useScrollByKeys()
  const main = virtual ? undefined : mainOf(columns)
  const stays = useMemo(() => new Set([main?.name ?? '', order?.column ?? '']), [main?.name, order?.column])
  const before = (selection ? 1 : 0) + (expand ? 1 : 0)
  const key = JSON.stringify([columns.map((one) => one.name), density, order?.column, before])
  const names = useFold(table, { columns: virtual ? [] : columns, stays, key, before })
  const folded = columns.filter((one) => names.includes(one.name))
  const width = columns.reduce((sum, column) => sum + (column.width ?? plainWidth), actionsWidth + 48)
  return (
    <Table<R>
      ref={table}
      rowKey={keyOf}
      columns={antColumns(props, { virtual, main, folded })}
      dataSource={rows}
      loading={loading}
      pagination={false}
      virtual={virtual}
      scroll={virtual ? { x: width, y: virtualHeight } : { x: 'max-content' }}
      showSorterTooltip={false}
      locale={{ emptyText: empty }}
      onChange={(_pagination, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        onOrder(one?.order ? { column: String(one.columnKey), asc: one.order === 'ascend' } : undefined)
      }}
      {...(density ? { size: density } : {})}
      {...(selection ? { rowSelection: rowSelection(selection, rows) } : {})}
      {...(expand ? { expandable: { expandedRowRender: expand, rowExpandable: (row: R) => Boolean(expand(row)) } } : {})}
    />
  )
}
