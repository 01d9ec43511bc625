// The learner's exams: what is open now, what is to come, what is over, and the one that was left open.
import { exam, examPhase } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert, Button, Input, Pagination, Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useListQuery } from '../../../kernel/list/useListQuery.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
import { durationText } from './exam-words.ts'
import { ExamCard } from './ExamCard.tsx'
import './exam-learner.css'

const PAGE = 12
const ONGOING_MS = 30_000
type Phase = keyof typeof examPhase
/** open first: what can be done now */
const phases = ['open', 'waiting', 'closed'] as const

/** The paper that was left open, kept in view while the list scrolls. */
function Ongoing() {
  const { data } = useCall(paper['check-process'], {}, { quiet: true, refetchInterval: ONGOING_MS, refetchOnWindowFocus: true })
  if (!data) return null
  return (
    <section className="exam-ongoing" aria-label={t('未完成的考试')}>
      <div>
        <b>{data.title}</b>
        <span>{t('剩余 {{left}}', { left: durationText(data.leftSeconds) })}</span>
      </div>
      <Link to={`/web/exam/start/${data.id}`} tabIndex={-1}>
        <Button type="primary">{t('继续考试')}</Button>
      </Link>
    </section>
  )
}

export default function ExamRoomListPage() {
  const [address] = useSearchParams()
  const list = useListQuery({ endpoint: exam.paging, inUrl: true, urlKey: '', defaults: { size: PAGE, params: {} } })
  const params = { ...list.params, mine: true, state: 0 as const }
  const { data, error, refetch, isFetching } = useCall(
    exam.paging,
    { current: list.current, size: list.size, params },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const examIds = data?.records.map((row) => row.id) ?? []
  const mine = useCall(paper['list-mine'], { examIds }, { quiet: true, enabled: examIds.length > 0, placeholderData: keepPreviousData })
  const title = typeof list.params.title === 'string' ? list.params.title : ''
  const phase = (list.params.phase as Phase | undefined) ?? 'all'
  return (
    <div className="exam-list" aria-busy={isFetching}>
      <h1>{t('在线考试')}</h1>
      {address.has('break') && <Alert type="warning" showIcon closable title={t('考试已中断，请查看考试状态后继续。')} />}
      <Ongoing />
      <div className="exam-filter">
        <Segmented
          aria-label={t('阶段')}
          value={phase}
          options={[{ label: t('全部'), value: 'all' }, ...phases.map((value) => ({ label: t(examPhase[value]), value }))]}
          onChange={(value) => list.patch({ phase: value === 'all' ? undefined : value })}
        />
        <Input.Search
          key={title}
          className="exam-search"
          aria-label={t('搜索考试')}
          placeholder={t('搜索考试名称')}
          defaultValue={title}
          allowClear
          onSearch={(text) => list.patch({ title: text.trim() })}
        />
      </div>
      {!data && !error && <PageLoading shape="cards" rows={6} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <PageEmpty
          hint={title !== '' || phase !== 'all' ? t('换个条件再试试。') : t('老师安排给您的考试会出现在这里。')}
          action={(title !== '' || phase !== 'all') && <Button onClick={() => list.reset()}>{t('查看全部考试')}</Button>}
        />
      )}
      {data && data.total > 0 && (
        <ul className="exam-cards">
          {data.records.map((row) => (
            <li key={row.id}>
              <ExamCard row={row} mine={mine.data?.find((one) => one.examId === row.id)} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > list.size && (
        <Pagination
          align="center"
          current={list.current}
          pageSize={list.size}
          total={data.total}
          showSizeChanger={false}
          onChange={list.go}
        />
      )}
    </div>
  )
}
