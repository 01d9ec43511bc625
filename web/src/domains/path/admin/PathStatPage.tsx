// Back office: who is how far on a learning path. Tabs and the department are stored in the address.
import { BellOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons'
import { pathStat } from '@shuyuan/contract/path/stat.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { PathDeparts } from '../stat/PathDeparts.tsx'
import { PathMatrix } from '../stat/PathMatrix.tsx'
import { PathPeople } from '../stat/PathPeople.tsx'
import { usePathRemind } from '../stat/usePathRemind.ts'
import styles from '../stat/path-stat.module.css'

function useAsked() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
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
  const deptCode = search.get('dept') ?? ''
  return { asked: { id, ...(deptCode === '' ? {} : { deptCode }) }, deptCode, tab: search.get('tab') ?? 'people', set }
}

export default function PathStatPage() {
  const { asked, deptCode, tab, set } = useAsked()
  const remind = usePathRemind()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(pathStat.overview, asked, { quiet: true, placeholderData: keepPreviousData })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  const { people, going, finished, overdue, percent } = data
  return (
    <div className={styles.stat}>
      <ReportHead title={data.title}>
        <DepartSelect value={deptCode} onChange={(to) => set('dept', to)} placeholder={t('全部部门')} aria-label={t('部门')} />
        <Can permit="path:update">
          <Button icon={<EditOutlined />} onClick={() => void navigate(`/admin/course/path/update/${asked.id}`)}>
            {t('编辑')}
          </Button>
        </Can>
        <ExportButton asked={asked} disabled={people === 0} />
        <Button type="primary" icon={<BellOutlined />} disabled={going === 0} onClick={() => void remind(asked, going)}>
          {t('提醒未完成的人')}
        </Button>
      </ReportHead>
      <Figures
        items={[
          { label: tLabel('人数'), value: people.toLocaleString('en-US') },
          { label: tLabel('学习中'), value: going.toLocaleString('en-US') },
          { label: tLabel('已完成'), value: finished.toLocaleString('en-US') },
          { label: tLabel('已逾期'), value: overdue.toLocaleString('en-US') },
          { label: tLabel('平均进度'), value: `${percent}%` },
        ]}
      />
      <Tabs
        activeKey={tab}
        onChange={(to) => set('tab', to === 'people' ? undefined : to)}
        destroyOnHidden
        items={[
          { key: 'people', label: tLabel('人员'), children: <PathPeople asked={asked} /> },
          { key: 'matrix', label: t('矩阵'), children: <PathMatrix key={deptCode} asked={asked} /> },
          { key: 'departs', label: tLabel('部门'), children: <PathDeparts departs={data.departs} onChoose={(to) => set('dept', to)} /> },
        ]}
      />
    </div>
  )
}

function ExportButton({ asked, disabled }: { asked: { id: string; deptCode?: string }; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(pathStat.export, asked).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} disabled={disabled} onClick={() => void save()}>
      {t('导出')}
    </Button>
  )
}
