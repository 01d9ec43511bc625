// The statistics of one exam in tabs; the filters for papers and department are stored in the address.
import { DownloadOutlined } from '@ant-design/icons'
import { examStat, statAttempts } from '@shuyuan/contract/stat/exam.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented, Tabs, Progress } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { download } from '../../../kernel/call/api.ts'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/access/permission.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { SimilarTab } from '../similar/SimilarTab.tsx'
import { cutsOf } from './bands.ts'
import { DepartTab } from './DepartTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { ItemTab } from './ItemTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import styles from './exam-stat.module.css'

/** Progress while the server still computes the figures of many old papers. */
function Preparing({ done, total }: { done: number; total: number }) {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className={styles.statPreparing} role="status">
      <b>{t('统计正在整理')}</b>
      <Progress percent={percent} aria-label={t('整理进度')} />
      <span className={styles.statNote}>{t('已整理 {{done}} / {{total}} 份答卷，完成后会自动显示。', { done, total })}</span>
    </div>
  )
}

const POLL_MS = 3_000
const SIMILAR = 'similar'

type Attempts = keyof typeof statAttempts
const choices = Object.entries(statAttempts).map(([value, label]) => ({ value: value as Attempts, label: tLabel(label) }))

function useAsked(examId: string) {
  const [search, setSearch] = useSearchParams()
  const attempts: Attempts = search.get('attempts') === 'all' ? 'all' : 'best'
  const deptCode = search.get('dept') ?? ''
  const bands = search.get('bands') ?? undefined
  const set = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const asked = { examId, attempts, ...(deptCode === '' ? {} : { deptCode }) }
  return { asked, attempts, deptCode, bands, tab: search.get('tab') ?? 'overview', set }
}

function Items({ asked }: { asked: ReturnType<typeof useAsked>['asked'] }) {
  const { data, error, refetch } = useCall(examStat['qu-analysis'], asked, {
    quiet: true,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.preparing ? POLL_MS : false),
  })
  if (data?.preparing) return <Preparing {...data.preparing} />
  if (data) return <ItemTab examId={asked.examId} data={data} />
  return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
}

/** @param isPart shown on another page, which has the exam's name already */
export function ExamStatistics({ examId, isPart = false }: { examId: string; isPart?: boolean }) {
  const { asked, attempts, deptCode, bands, tab, set } = useAsked(examId)
  const [busy, setBusy] = useState(false)
  const cuts = bands === undefined ? undefined : cutsOf(bands)
  const body = { ...asked, ...(cuts ? { cuts } : {}) }
  const { data, error, refetch } = useCall(examStat.overview, body, { quiet: true, placeholderData: keepPreviousData })
  usePageSubject(isPart ? undefined : data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  // the comparison is of all papers, and has its own export
  const isSimilar = tab === SIMILAR
  const save = async () => {
    setBusy(true)
    await download(examStat.export, body).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div className={styles.examStat}>
      <ReportHead title={isPart ? undefined : data.title}>
        {!isSimilar && (
          <>
            <Segmented
              aria-label={t('统计口径')}
              options={choices}
              value={attempts}
              onChange={(to) => set('attempts', to === 'all' ? to : undefined)}
            />
            <DepartSelect value={deptCode} onChange={(to) => set('dept', to)} placeholder={t('全部部门')} aria-label={t('部门')} />
            <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
              {t('导出')}
            </Button>
          </>
        )}
      </ReportHead>
      <Tabs
        activeKey={tab}
        onChange={(to) => set('tab', to === 'overview' ? undefined : to)}
        destroyOnHidden
        items={[
          {
            key: 'overview',
            label: t('概况'),
            children: <OverviewTab data={data} bands={cuts ? bands : undefined} onBands={(to) => set('bands', to)} />,
          },
          { key: 'depart', label: t('部门'), children: <DepartTab departments={data.departments} totalScore={data.totalScore} /> },
          { key: 'items', label: t('试题分析'), children: <Items asked={asked} /> },
          ...(can(['exam:similar']) ? [{ key: SIMILAR, label: t('相似作答'), children: <SimilarTab examId={examId} /> }] : []),
          { key: 'history', label: t('修正记录'), children: <HistoryTab examId={asked.examId} /> },
        ]}
      />
    </div>
  )
}
