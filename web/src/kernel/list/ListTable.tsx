// A list on a wide screen: Ant Design's table, virtual from 500 rows on.
import { Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import type { Column } from './columns.tsx'
import type { Order } from './list-query.ts'
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

/** In a table with automatic layout, only content with an own width can be cut. */
function cut(cell: ReactNode, width: number): ReactNode {
  return (
    <div className={styles.listCut} style={{ maxWidth: width }} {...(typeof cell === 'string' ? { title: cell } : {})}>
      {cell}
    </div>
  )
}

function antColumns<R>({ columns, actions, actionsWidth, order }: ListTableProps<R>, virtual: boolean): AntColumns<R> {
  const own: AntColumns<R> = columns.map((column) => ({
    key: column.name,
    title: column.title,
    align: column.align ?? 'left',
    render: (_value, row) => (column.ellipsis && column.width && !virtual ? cut(column.cell(row), column.width) : column.cell(row)),
    ...(column.width || virtual ? { width: column.width ?? plainWidth } : {}),
    ...(column.fixed ? { fixed: column.fixed } : {}),
    ...(column.ellipsis || virtual ? { ellipsis: true } : {}),
    ...(column.sortable ? { sorter: true, sortOrder: order?.column === column.name ? (order.asc ? 'ascend' : 'descend') : null } : {}),
  }))
  if (!actions) return own
  const last = { key: '_actions', title: t('操作'), fixed: 'right' as const, width: actionsWidth, className: styles.listActions }
  return [...own, { ...last, render: (_value, row) => <div className={styles.listActions}>{actions(row)}</div> }]
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

export function ListTable<R extends object>(props: ListTableProps<R>) {
  const { rows, keyOf, columns, selection, onOrder, loading, density, empty, expand, actionsWidth } = props
  const virtual = rows.length >= virtualFrom
  const width = columns.reduce((sum, column) => sum + (column.width ?? plainWidth), actionsWidth + 48)
  return (
    <Table<R>
      rowKey={keyOf}
      columns={antColumns(props, virtual)}
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
      {...(expand ? { expandable: { expandedRowRender: expand } } : {})}
    />
  )
}
