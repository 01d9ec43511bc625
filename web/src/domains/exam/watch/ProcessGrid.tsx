// Everybody who is sitting the exam now, 32 a page.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Avatar, Badge, Button, Card, Flex, Pagination, Progress, Segmented, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
import type { ForceTarget } from './ForceHandDialog.tsx'
import './watch.css'

const PAGE = 32
type Which = 'all' | 'online' | 'offline'
type Props = { examId: string; refetchInterval: number | false; autoPage: boolean; onForce: (target: ForceTarget) => void }

/** With automatic paging each refresh shows the next page. */
export function ProcessGrid({ examId, refetchInterval, autoPage, onForce }: Props) {
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
            <Card size="small">
              <Flex vertical align="center" gap={4}>
                <Badge dot offset={[-6, 48]} status={row.online ? 'success' : 'default'}>
                  <Avatar size={56} {...(row.image ? { src: row.image } : {})}>
                    {row.realName.slice(-2)}
                  </Avatar>
                </Badge>
                <Typography.Text strong ellipsis>
                  {row.realName}
                </Typography.Text>
                <Typography.Text type="secondary">{row.online ? t('在线') : t('离线')}</Typography.Text>
                <Progress
                  percent={row.quCount ? Math.round((row.answerCount / row.quCount) * 100) : 0}
                  size="small"
                  format={() => `${row.answerCount}/${row.quCount}`}
                  aria-label={t('答题进度')}
                />
                <Button size="small" danger onClick={() => onForce({ kind: 'one', paperId: row.id, realName: row.realName })}>
                  {t('收卷')}
                </Button>
              </Flex>
            </Card>
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
