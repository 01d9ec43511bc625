// Grid of candidates with an open paper, 32 per page.
import { watch, HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Checkbox, Flex, Input, Pagination, Typography } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { CandidateCard } from './CandidateCard.tsx'
import { type GridFilter, type GridQuery, readGrid, writeGrid } from './watch-address.ts'
import type { WatchTarget } from './watch-target.ts'
import styles from './watch.module.css'

const PAGE = 32
type Props = { examId: string; refetchInterval: number | false; autoPage: boolean; onAct: (target: WatchTarget) => void }

const isNarrowed = ({ online, offline, flagged, realName }: GridFilter) => !online || !offline || flagged || realName !== ''

/** With automatic paging each refetch shows the next page. */
export function ProcessGrid({ examId, refetchInterval, autoPage, onAct }: Props) {
  const [address, setAddress] = useSearchParams()
  // the address follows in a transition, which is too late for a checkbox
  const [{ current, filter }, setQuery] = useState(() => readGrid(address))
  const put = (query: GridQuery) => {
    setQuery(query)
    setAddress((before) => writeGrid(before, query), { replace: true })
  }
  const setCurrent = (page: number) => put({ current: page, filter })
  const { online, offline, flagged, realName } = filter
  const narrowed = { online, offline, ...(flagged ? { flagged } : {}), ...(realName === '' ? {} : { realName }) }
  // admin.md §9: online and offline both true, handState 0
  const page = useCall(
    watch['process-paging'],
    { current, size: PAGE, params: { examId, ...narrowed, handState: HandState.normal } },
    { refetchInterval: autoPage ? false : refetchInterval, placeholderData: keepPreviousData },
  )
  const pages = Math.max(1, page.data?.pages ?? 1)
  const tick = useEffectEvent(() => {
    if (pages === 1 && current === 1) void page.refetch()
    else setCurrent(current >= pages ? 1 : current + 1)
  })
  useEffect(() => {
    if (!autoPage || refetchInterval === false) return
    const timer = setInterval(tick, refetchInterval)
    return () => clearInterval(timer)
  }, [autoPage, refetchInterval])
  // candidates handed in, so the shown page no longer exists; the address follows with the next change
  if (page.data && !page.isPlaceholderData && current > pages) setQuery({ current: pages, filter })
  const choose = (change: Partial<GridFilter>) => put({ current: 1, filter: { ...filter, ...change } })
  return (
    <Flex vertical gap="middle">
      <Flex gap="small" align="center" wrap role="group" aria-label={t('筛选考生')} className={styles.watchFilter}>
        <Checkbox checked={filter.online} onChange={({ target }) => choose({ online: target.checked })}>
          {t('在线')}
        </Checkbox>
        <Checkbox checked={filter.offline} onChange={({ target }) => choose({ offline: target.checked })}>
          {t('离线')}
        </Checkbox>
        <Checkbox checked={filter.flagged} onChange={({ target }) => choose({ flagged: target.checked })}>
          {t('只看异常')}
        </Checkbox>
        {/* in an existing row, so that the layout does not shift under the pointer */}
        {page.isError && page.data && (
          <Typography.Text type="danger" role="status">
            {t('刷新失败，显示的是之前的情况')}
          </Typography.Text>
        )}
        <Input.Search
          key={filter.realName}
          defaultValue={filter.realName}
          allowClear
          maxLength={50}
          placeholder={t('按姓名查找')}
          aria-label={t('按姓名查找')}
          onSearch={(name) => choose({ realName: name.trim() })}
          className={styles.watchFind}
        />
      </Flex>
      {page.isPending && <PageLoading shape="cards" rows={8} />}
      {page.isError && !page.data && <PageError error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.records.length === 0 && <PageEmpty text={isNarrowed(filter) ? t('没有符合条件的考生') : t('暂时没有考生在考试')} />}
      <ul className={styles.watchGrid} data-testid="watch-grid">
        {page.data?.records.map((row) => (
          <li key={row.id}>
            <CandidateCard row={row} onAct={onAct} />
          </li>
        ))}
      </ul>
      <Pagination
        current={current}
        pageSize={PAGE}
        total={page.data?.total ?? 0}
        onChange={setCurrent}
        showSizeChanger={false}
        hideOnSinglePage
      />
    </Flex>
  )
}
