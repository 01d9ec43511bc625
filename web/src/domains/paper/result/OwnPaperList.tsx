// The learner's papers: a table, on phones cards. Replaces the generic list page, because this page must stay light.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { type Column, columnsOf } from '../../../kernel/list/columns.tsx'
import { type Order, type Params, pageSizes } from '../../../kernel/list/list-query.ts'
import type { ColumnItem } from '../../../kernel/list/list-types.ts'
import { useExistingPage, useListQuery, type ListQueryState } from '../../../kernel/list/useListQuery.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { useMedia } from '../../../kernel/state/useMedia.ts'
import type { OwnPaper } from './own-papers.tsx'
import { OwnPaperCards } from './OwnPaperCards.tsx'
import { OwnPaperSearch } from './OwnPaperSearch.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './own-papers.module.css'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'

const LIMIT = 100

/** Pager of the learner's papers: page and page size stand in the URL. */
function OwnPaperPager({ query: { current, size, go }, total }: { query: ListQueryState; total: number }) {
  // the URL may name a page size that is not offered
  const sizes = [...new Set([...pageSizes.filter((one) => one <= LIMIT), size])].toSorted((a, b) => a - b)
  return (
    <PlainPager
      current={current}
      pages={Math.max(1, Math.ceil(total / size))}
      onGo={(page) => go(page, size)}
      rows={{ total, size, sizes, onSize: (next) => go(1, next) }}
    />
  )
}

/** Up to so many rows are found without a search. */
const FEW = 8

type OwnPaperListProps = {
  /** on wide screens a table; without columns rows with a large score */
  columns?: ColumnItem<OwnPaper>[]
  actions: (row: OwnPaper) => ReactNode
  /** filters that the learner cannot change */
  fixedParams: Params
  /** shows the filters where there is something to search in */
  search?: boolean
  empty: { hint: ReactNode; action?: ReactNode }
}

export function OwnPaperList({ columns: items, actions, fixedParams, search = false, empty }: OwnPaperListProps) {
  const query = useListQuery({ endpoint: paper.paging, inUrl: true, urlKey: '', defaults: { size: 10, params: {} } })
  const { current, size, params, order } = query
  const body = { current, size, params: { ...params, ...fixedParams }, ...(order ? { orders: [order] } : {}) }
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall(paper.paging, body, { placeholderData: keepPreviousData })
  useExistingPage(query, isPlaceholderData ? undefined : data)
  const wide = useMedia('(min-width: 768px)')
  const isTable = wide && items !== undefined
  const refresh = () => void refetch()
  const columns = columnsOf<OwnPaper>(paper.paging, items ?? [])
  const shared = { rows: data?.records ?? [], columns, actions }
  const isNarrowed = Object.keys(params).some((name) => !(name in fixedParams))
  const nothing = isNarrowed ? <NothingFound onReset={query.reset} /> : <PageEmpty {...empty} />
  return (
    <section className={styles.papers} aria-busy={isFetching}>
      {search && (isNarrowed || (data?.total ?? 0) > FEW) && <OwnPaperSearch query={query} onSame={refresh} />}
      {isTable && <RefreshButton onClick={refresh} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={refresh} />}
      {!data && !error && <PageLoading shape="table" columns={Math.max(1, columns.length)} />}
      {data && isTable && <PaperTable {...shared} order={order} onOrder={query.sortBy} nothing={nothing} />}
      {data && !isTable && (data.records.length > 0 ? <OwnPaperCards rows={data.records} actions={actions} /> : nothing)}
      {data && (wide ? data.total > 0 : data.pages > 1) && <OwnPaperPager query={query} total={data.total} />}
    </section>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  const reset = (
    <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={onReset}>
      {t('重置')}
    </button>
  )
  return <PageEmpty hint={t('换个条件再试试。')} action={reset} />
}

const RefreshButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    className={classes(buttonStyles.iconBtn, styles.papersRefresh)}
    aria-label={t('刷新')}
    title={t('刷新')}
    onClick={onClick}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19.5 8.5A8.2 8.2 0 1 0 20.2 12M20 4v5h-5" />
    </svg>
  </button>
)

type RowsProps = { rows: readonly OwnPaper[]; columns: Column<OwnPaper>[]; actions: (row: OwnPaper) => ReactNode }
type TableProps = RowsProps & { order: Order | undefined; onOrder: (order: Order | undefined) => void; nothing: ReactNode }

function PaperTable({ rows, columns, actions, order, onOrder, nothing }: TableProps) {
  return (
    <div className={styles.papersTable}>
      <table>
        <thead>
          <tr>
            {columns.map((column) =>
              column.sortable ? (
                <SortHead key={column.name} column={column} order={order} onOrder={onOrder} />
              ) : (
                <th key={column.name} scope="col" align={column.align}>
                  {column.title}
                </th>
              ),
            )}
            <th scope="col">{t('操作')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.name} align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
              <td>
                <div className={styles.papersLinks}>{actions(row)}</div>
              </td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1}>{nothing}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

type SortHeadProps = Pick<TableProps, 'order' | 'onOrder'> & { column: Column<OwnPaper> }

/** Cycles: ascending, descending, the server's order. */
function SortHead({ column, order, onOrder }: SortHeadProps) {
  const now = order?.column === column.name ? (order.asc ? 'ascending' : 'descending') : 'none'
  const next = now === 'descending' ? undefined : { column: column.name, asc: now === 'none' }
  return (
    <th scope="col" aria-sort={now}>
      <button type="button" className={styles.papersSort} onClick={() => onOrder(next)}>
        {column.title}
        <svg viewBox="0 0 10 14" aria-hidden="true">
          <path d="m5 0 4.5 6h-9z" />
          <path d="m5 14 4.5-6h-9z" />
        </svg>
      </button>
    </th>
  )
}
