// The faces of a screen that is not full yet: loading, empty, failed.
import { Button, Empty, Flex, Result, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { t } from './i18n.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

type LoadingProps = { shape?: 'page' | 'table' | 'cards' | 'form'; rows?: number; columns?: number }

/** A skeleton in the shape of what comes. `rows` and `columns` only for tables and cards. */
export function PageLoading({ shape = 'page', rows = 8, columns = 4 }: LoadingProps) {
  return (
    <output style={{ display: 'block' }} aria-label={t('加载中')} aria-busy="true">
      {shape === 'page' && <Skeleton active title={false} paragraph={{ rows }} />}
      {shape === 'form' &&
        range(Math.min(rows, 6)).map((row) => <Skeleton key={row} active title={false} paragraph={{ rows: 2, width: [96, '60%'] }} />)}
      {shape === 'table' && range(rows).map((row) => <TableRowSkeleton key={row} columns={columns} />)}
      {shape === 'cards' && (
        <Flex wrap gap="middle">
          {range(rows).map((card) => (
            <Skeleton.Node key={card} active style={{ width: 160, height: 120 }} />
          ))}
        </Flex>
      )}
    </output>
  )
}

function TableRowSkeleton({ columns }: { columns: number }) {
  return (
    <Flex gap="middle" style={{ paddingBlock: 8, overflow: 'hidden' }}>
      {range(columns).map((cell) => (
        <Skeleton.Input key={cell} active block size="small" />
      ))}
    </Flex>
  )
}

type EmptyProps = { text?: string; hint?: ReactNode; action?: ReactNode }

/** Nothing there: the specified words, what the place is for, and the button that fills it. */
export function PageEmpty({ text, hint, action }: EmptyProps) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <Flex vertical gap={4}>
          <span>{text ? t(text) : t('暂无相关数据！')}</span>
          {hint && <span>{hint}</span>}
        </Flex>
      }
    >
      {action}
    </Empty>
  )
}

type ErrorProps = { error?: unknown; onRetry?: () => void; compact?: boolean }
const wordsOf = (error: unknown) => (error instanceof Error && error.message ? error.message : t('服务器开小差了呢！'))

/** What happened, and a way to try again. */
export function PageError({ error, onRetry, compact = false }: ErrorProps) {
  const retry = onRetry && (
    <Button type="primary" onClick={onRetry}>
      {t('重试')}
    </Button>
  )
  return (
    <div role="alert">
      {compact ? (
        <Flex align="center" gap="small">
          <span>{wordsOf(error)}</span>
          {retry}
        </Flex>
      ) : (
        <Result status="warning" title={wordsOf(error)} extra={retry} />
      )}
    </div>
  )
}
