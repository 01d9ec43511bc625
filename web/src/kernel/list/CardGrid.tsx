// Rows shown as cards, with a pager: 30 on a page, 8 in a line of a wide screen (admin.md §2, §9).
import type { Body, Data, Endpoint, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Pagination, Spin } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../i18n.ts'
import { pageSizes, type Params } from './list-query.ts'
import { useListQuery } from './useListQuery.ts'
import { PageEmpty, PageError, PageLoading } from '../piece/PageState.tsx'
import { useCall } from '../call/query.ts'
import styles from './card-grid.module.css'

const plainSize = 30
const plainLine = 8

type GridProps<R> = {
  rows: readonly R[]
  keyOf: (row: R) => string
  render: (row: R) => ReactNode
  /** cards in a line of a wide screen (1200 px); fewer on narrower ones */
  perLine?: number
}

/** Cards of rows that are already loaded. */
export function Cards<R>({ rows, keyOf, render, perLine = plainLine }: GridProps<R>) {
  return (
    <ul className={styles.cardGrid} data-part="card-grid" style={{ '--per-line': perLine } as CSSProperties}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{render(row)}</li>
      ))}
    </ul>
  )
}

export type CardGridProps<E extends Endpoint> = {
  /** a paged endpoint */
  of: E
  render: (row: RowOf<E>) => ReactNode
  params?: Params
  perLine?: number
  defaultSize?: number
  rowKey?: keyof RowOf<E> & string
  empty?: { text?: string; hint?: ReactNode; action?: ReactNode }
  urlKey?: string
  inUrl?: boolean
  /** milliseconds between refetches */
  refreshEvery?: number
}

/** A paged endpoint as cards. The address contains the page. */
export function CardGrid<E extends Endpoint>(props: CardGridProps<E>) {
  const {
    of: endpoint,
    render,
    params = {},
    perLine = plainLine,
    defaultSize = plainSize,
    rowKey = 'id',
    urlKey = '',
    inUrl = true,
  } = props
  const query = useListQuery({ endpoint, inUrl, urlKey, defaults: { size: defaultSize, params: {} } })
  const { current, size } = query
  const body = { current, size, params: { ...query.params, ...params } }
  const { data, error, isFetching, refetch } = useCall(endpoint, body as Body<E>, {
    placeholderData: keepPreviousData as never,
    ...(props.refreshEvery ? { refetchInterval: props.refreshEvery } : {}),
  })
  const page = data as (Data<E> & { records: RowOf<E>[]; total: number }) | undefined
  if (!page) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={perLine} />
  if (page.total === 0) return <PageEmpty {...props.empty} />
  const keyOf = (row: RowOf<E>) => String((row as Params)[rowKey])
  return (
    <>
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      <Spin spinning={isFetching && !props.refreshEvery}>
        <Cards rows={page.records} keyOf={keyOf} render={render} perLine={perLine} />
      </Spin>
      <Pagination
        align="end"
        current={current}
        pageSize={size}
        total={page.total}
        pageSizeOptions={pageSizes}
        showSizeChanger
        showTotal={(all) => t('共 {{n}} 条', { n: all })}
        onChange={query.go}
        style={{ marginBlockStart: 16 }}
      />
    </>
  )
}
