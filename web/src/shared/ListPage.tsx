// A paged list from its endpoint: filters, columns, order, pages, selection, and loading, empty and error states.
import type { Body, Data, Endpoint, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Flex, Grid, Pagination, Spin } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../kernel/i18n.ts'
import { BatchBar, permitted } from '../kernel/list/BatchBar.tsx'
import { type Column, columnsOf, NOTHING } from '../kernel/list/columns.tsx'
import type { BatchAction, ColumnItem, FilterOf, ListHandle, Row, SearchItem } from '../kernel/list/list-types.ts'
import { filled, type Order, pageSizes, type Params } from '../kernel/list/list-query.ts'
import { ListTable } from '../kernel/list/ListTable.tsx'
import { ListTools } from '../kernel/list/ListTools.tsx'
import { RowCards } from '../kernel/list/RowCards.tsx'
import { Beside } from './list/Beside.tsx'
import { SearchRow } from './list/SearchRow.tsx'
import { TaughtEmpty } from './list/TaughtEmpty.tsx'
import { useSavedView } from './list/useSavedView.ts'
import { ViewMenu } from './list/ViewMenu.tsx'
import { defaultsOf, presentSettings } from './list/view-settings.ts'
import { type ListQueryState, useExistingPage, useListQuery } from '../kernel/list/useListQuery.ts'
import { useListView } from '../kernel/list/useListView.ts'
import { type SelectionSpec, useSelection } from '../kernel/list/useSelection.ts'
import { PageEmpty, PageError, PageLoading } from '../kernel/piece/PageState.tsx'
import { call } from '../kernel/call/api.ts'
import { useCall } from '../kernel/call/query.ts'
import styles from '../kernel/list/list.module.css'

type Slot<R> = ReactNode | ((list: ListHandle<R>) => ReactNode)

export type ListPageProps<E extends Endpoint, R = RowOf<E>> = {
  /** a paged endpoint */
  of: E
  /** filters above the list: names from the contract, or objects with an own control */
  search?: SearchItem<FilterOf<E>>[]
  /** fields of a row, or objects with an own cell, width or order */
  columns: ColumnItem<R>[]
  /** figures of what the filters find, as cards above the list */
  figures?: Slot<R>
  /** buttons over the list */
  toolbar?: Slot<R>
  /** the last column */
  actions?: (row: R) => ReactNode
  /** pixels, by default 160 */
  actionsWidth?: number
  /** actions on the selected rows */
  batch?: BatchAction<R>[]
  /** shows them without a selection, too: for lists where they are much of the work */
  batchAlways?: boolean
  /** the selection, where the page holds it (pickers) */
  selection?: SelectionSpec<R>
  /** the field that identifies a row, by default 'id', or what several of them make */
  rowKey?: (keyof R & string) | ((row: R) => string)
  /** filters that the user cannot change; a change shows the first page */
  fixedParams?: Params
  /** filters that apply until the user changes them */
  defaultParams?: Params
  defaultOrder?: Order
  /** text and action of an empty list */
  empty?: { text?: string; hint?: ReactNode; action?: ReactNode }
  /** beside the list, e.g. a department tree; in a drawer on phones */
  left?: Slot<R>
  leftTitle?: string
  /** further content of a row, below it; nothing for rows without */
  expand?: (row: R) => ReactNode
  /** distinguishes several lists of one page in the address */
  urlKey?: string
  /** false in dialogs: the address does not change */
  inUrl?: boolean
  /** milliseconds between refetches */
  refreshEvery?: number
  /** refetches only while a shown row is like this */
  refreshWhile?: (row: R) => boolean
}

/** Rows that one call gives and a command takes at most. */
const MAX_SELECTED = 5_000

type Page<R> = { records: R[]; total: number; pages: number; about?: boolean }

/** New fixed filters show the first page. */
function useFirstPageOf(fixedParams: Params | undefined, query: ListQueryState) {
  const text = JSON.stringify(fixedParams ?? {})
  const before = useRef(text)
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    if (query.current > 1) query.go(1, query.size)
  })
}

const refetching =
  (every: number, isUnfinished: ((row: Row) => boolean) | undefined) =>
  ({ state }: { state: { data?: unknown } }) =>
    isUnfinished && (state.data as Page<Row> | undefined)?.records.some(isUnfinished) === false ? false : every

export function ListPage<E extends Endpoint>(props: ListPageProps<E>) {
  type R = RowOf<E> & Row
  const { of: endpoint, urlKey = '', inUrl = true, rowKey = 'id', fixedParams, defaultOrder } = props
  // docs/decisions/0170
  const plain = { size: 10, params: props.defaultParams ?? {}, ...(defaultOrder ? { order: defaultOrder } : {}) }
  const columns = columnsOf<R>(endpoint, props.columns as ColumnItem<R>[])
  const saved = useSavedView({ endpoint, urlKey, active: inUrl && !props.selection, columns, plain })
  const defaults = saved.view ? defaultsOf(saved.view.settings) : plain
  const query = useListQuery({ endpoint, inUrl, urlKey, defaults })
  const { current, size, params, order } = query
  const body = { current, size, params: { ...params, ...fixedParams }, ...(order ? { orders: [order] } : {}) }
  const answer = useCall(endpoint, body as Body<E>, {
    placeholderData: keepPreviousData as never,
    enabled: !saved.waiting,
    ...(props.refreshEvery
      ? { refetchInterval: refetching(props.refreshEvery, props.refreshWhile as ((row: Row) => boolean) | undefined) }
      : {}),
  })
  const page = answer.data as (Data<E> & Page<R>) | undefined
  useExistingPage(query, answer.isPlaceholderData ? undefined : page)
  useFirstPageOf(fixedParams, query)
  const keyOf = (row: R) => (typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey]))
  const selection = useSelection<R>(keyOf, props.selection as SelectionSpec<R> | undefined)
  const selectAll = async () => {
    const whole = (await call(endpoint, { ...body, current: 1, size: MAX_SELECTED } as Body<E>)) as Page<R>
    const all = whole.records.filter((row) => !selection.disabled(row))
    // a picker keeps what was chosen by other filters
    const kept = props.selection ? selection.rows : []
    selection.replace([...new Map([...kept, ...all].map((row) => [keyOf(row), row])).values()])
  }
  const handle: ListHandle<RowOf<E>> = {
    params,
    patch: query.patch,
    refresh: () => void answer.refetch(),
    ids: selection.ids,
    rows: selection.rows,
    total: page?.total,
  }
  const fill = (slot: Slot<RowOf<E>>): ReactNode => (typeof slot === 'function' ? slot(handle) : slot)
  return (
    <Beside left={fill(props.left)} title={props.leftTitle}>
      <SearchRow
        endpoint={endpoint}
        items={props.search ?? []}
        params={params}
        onSearch={(draft) => {
          if (!props.selection) selection.clear()
          const next = filled({ ...params, ...draft })
          if (current === 1 && JSON.stringify(next) === JSON.stringify(params)) handle.refresh()
          else query.filter(next)
        }}
        onReset={query.reset}
      />
      {fill(props.figures)}
      <ListBody
        {...(props as unknown as ListPageProps<Endpoint, R>)}
        toolbar={fill(props.toolbar)}
        query={query}
        page={page}
        error={answer.error}
        busy={answer.isFetching}
        refresh={handle.refresh}
        keyOf={keyOf}
        chosen={selection}
        selectAll={selectAll}
        saved={saved}
      />
    </Beside>
  )
}

type ListBodyProps<R> = Omit<ListPageProps<Endpoint, R>, 'toolbar'> & {
  toolbar: ReactNode
  query: ListQueryState
  page: Page<R> | undefined
  error: Error | null
  busy: boolean
  refresh: () => void
  keyOf: (row: R) => string
  chosen: ReturnType<typeof useSelection<R>>
  selectAll: () => Promise<void>
  saved: ReturnType<typeof useSavedView>
}

/** The columns that say something of one of these rows at least. One by which the list is ordered stays. */
const withValues = <R,>(columns: Column<R>[], rows: readonly R[], order: Order | undefined) =>
  rows.length === 0
    ? columns
    : columns.filter((column) => column.name === order?.column || rows.some((row) => !['', NOTHING].includes(column.cell(row) as string)))

/** Whether the user has set a filter. */
const isNarrowed = (params: Params, { fixedParams = {}, defaultParams = {} }: { fixedParams?: Params; defaultParams?: Params }) =>
  Object.entries(params).some(([name, value]) => !(name in fixedParams) && JSON.stringify(value) !== JSON.stringify(defaultParams[name]))

function ListBody<R extends object>(props: ListBodyProps<R>) {
  const { of: endpoint, query, page, error, busy, refresh, keyOf, actions, batch = [], chosen, empty } = props
  const wide = Grid.useBreakpoint().md ?? true
  // the page's columns are a new array in each render, and cheap to compute
  const { view: chosenView, usable, choose } = props.saved
  const columns = columnsOf<R>(endpoint, props.columns)
  const {
    columns: shownColumns,
    forget,
    ...view
  } = useListView(
    endpoint.path,
    columns,
    chosenView && { id: chosenView.id, hidden: chosenView.settings.hidden, order: chosenView.settings.columns },
  )
  const chooseView = (id: string | undefined) => {
    if (id !== undefined) forget(id)
    choose(id)
  }
  const selection = props.selection || permitted(batch).length > 0 ? chosen : undefined
  const rows = page?.records ?? []
  const hasMore = page !== undefined && page.about !== true && page.total > rows.length && page.total <= MAX_SELECTED
  const shared = { rows, keyOf, columns: withValues(view.shown, rows, query.order), actions, selection }
  const nothing = isNarrowed(query.params, props) ? (
    <PageEmpty hint={t('换个条件再试试。')} action={<Button onClick={query.reset}>{t('重置')}</Button>} />
  ) : (
    <TaughtEmpty {...empty} isPicker={props.selection !== undefined} />
  )
  return (
    <section aria-busy={busy} className={styles.listBody}>
      <Flex wrap gap="small" justify="space-between" className={styles.listToolbar} data-testid="list-toolbar">
        <Flex wrap gap="small" align="center">
          {props.toolbar}
        </Flex>
        <ListTools
          {...view}
          loading={busy}
          onRefresh={refresh}
          views={
            usable && <ViewMenu endpoint={endpoint} view={chosenView} present={presentSettings(query, shownColumns)} choose={chooseView} />
          }
        />
      </Flex>
      {!props.selection && (
        <BatchBar
          actions={batch}
          ids={chosen.ids}
          rows={chosen.rows}
          clear={chosen.clear}
          always={(props.batchAlways ?? false) && rows.length > 0}
          all={hasMore ? { count: page.total, select: props.selectAll } : undefined}
        />
      )}
      {props.selection && !chosen.single && hasMore && page.total > chosen.ids.length && (
        <Button size="small" type="link" className={styles.listAll} onClick={() => void props.selectAll().catch(() => undefined)}>
          {t('全选 {{n}} 条', { n: page.total })}
        </Button>
      )}
      {page && error && <PageError compact error={error} onRetry={refresh} />}
      {!page && error && <PageError error={error} onRetry={refresh} />}
      {!page && !error && <PageLoading shape="table" columns={view.shown.length} />}
      {page && wide && (
        <ListTable
          {...shared}
          actionsWidth={props.actionsWidth ?? 160}
          order={query.order}
          onOrder={query.sortBy}
          loading={busy}
          density={view.density}
          empty={nothing}
          expand={props.expand}
        />
      )}
      {page && !wide && <Spin spinning={busy}>{page.records.length > 0 ? <RowCards {...shared} expand={props.expand} /> : nothing}</Spin>}
      {page && page.total > 0 && <Pager query={query} total={page.total} about={page.about === true} small={!wide} />}
    </section>
  )
}

/** @param about `total` is an estimate, as the server says */
function Pager({ query, total, about, small }: { query: ListQueryState; total: number; about: boolean; small: boolean }) {
  return (
    <Pagination
      align="end"
      current={query.current}
      pageSize={query.size}
      total={total}
      pageSizeOptions={pageSizes}
      showSizeChanger
      showQuickJumper={!small}
      showLessItems={small}
      showTotal={(all) => (about ? t('约 {{n}} 条', { n: all }) : t('共 {{n}} 条', { n: all }))}
      onChange={query.go}
    />
  )
}
