// Everybody who is sitting the exam now, 32 a page.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Flex, Pagination, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
import { CandidateCard } from './CandidateCard.tsx'
import type { WatchTarget } from './watch-target.ts'
import './watch.css'

const PAGE = 32
type Which = 'all' | 'online' | 'offline'
type Props = { examId: string; refetchInterval: number | false; autoPage: boolean; onAct: (target: WatchTarget) => void }

/** With automatic paging each refresh shows the next page. */
export function ProcessGrid({ examId, refetchInterval, autoPage, onAct }: Props) {
  const [current, setCurrent] = useState(1)
  const [which, setWhich] = useState<Which>('all')
  const params = { examId, online: which !== 'offline', offline: which !== 'online' }
  const page = useCall(
    watch['process-paging'],
    { current, size: PAGE, params },
    { refetchInterval: autoPage ? false : refetchInterval, placeholderData: keepPreviousData },
  )
  const pages = Math.max(1, page.data?.pages ?? 1)
  useEffect(() => {
    if (!autoPage || refetchInterval === false) return
    const timer = setInterval(() => setCurrent((now) => (now >= pages ? 1 : now + 1)), refetchInterval)
    return () => clearInterval(timer)
  }, [autoPage, refetchInterval, pages])
  const filter = (
    <Segmented<Which>
      value={which}
      onChange={(next) => {
        setWhich(next)
        setCurrent(1)
      }}
      options={[
        { value: 'all', label: t('全部') },
        { value: 'online', label: t('在线') },
        { value: 'offline', label: t('离线') },
      ]}
    />
  )
  return (
    <Flex vertical gap="middle">
      <div>{filter}</div>
      {page.isPending && <PageLoading shape="cards" rows={8} />}
      {page.isError && <PageError error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.records.length === 0 && <PageEmpty text={t('暂时没有考生在考试')} />}
      <ul className="watch-grid">
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
