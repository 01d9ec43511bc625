// Back office: who has learnt one course. Tabs and the department are stored in the address.
import { BellOutlined } from '@ant-design/icons'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { Figures } from '../../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../../kernel/piece/ReportHead.tsx'
import { can } from '../../../../kernel/access/permission.ts'
import { DepartSelect } from '../../../../shared/people/DepartTree.tsx'
import { FaceRecords } from '../../face/FaceRecords.tsx'
import { Learners } from '../Learners.tsx'
import { useRemind } from '../useRemind.ts'
import styles from '../course-stat.module.css'

function useAsked() {
  const { courseId = '' } = useParams()
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
  return { asked: { courseId, ...(deptCode === '' ? {} : { deptCode }) }, deptCode, tab: search.get('tab') ?? 'people', set }
}

export default function CourseStatPage() {
  const { asked, deptCode, tab, set } = useAsked()
  const remind = useRemind()
  const { data, error, refetch } = useCall(statCourse.overview, asked, { quiet: true, placeholderData: keepPreviousData })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  const left = data.people - data.finished
  const figures = [
    [t('应学人数'), data.people],
    [t('学习人数'), data.begun],
    [t('已完成'), data.finished],
    [t('学习中'), data.going],
    [t('未学习'), data.none],
    [t('已逾期'), data.overdue],
  ] as const
  return (
    <div className={styles.courseStat}>
      <ReportHead title={data.title}>
        <DepartSelect value={deptCode} onChange={(to) => set('dept', to)} placeholder={t('全部部门')} aria-label={t('部门')} />
        <Can permit="course:remind">
          <Button type="primary" icon={<BellOutlined />} disabled={left === 0} onClick={() => void remind(asked, left)}>
            {t('提醒未学完的学员')}
          </Button>
        </Can>
      </ReportHead>
      <Figures items={figures.map(([label, value]) => ({ label, value: value.toLocaleString('en-US') }))} />
      <Tabs
        activeKey={tab}
        onChange={(to) => set('tab', to === 'people' ? undefined : to)}
        destroyOnHidden
        items={[
          { key: 'people', label: t('学员'), children: <Learners overview={data} asked={asked} byFile={false} /> },
          { key: 'files', label: t('课件'), children: <Learners overview={data} asked={asked} byFile /> },
          ...(can(['course:face:list'])
            ? [{ key: 'captures', label: t('学习抓拍'), children: <FaceRecords kind="capture" within={asked} /> }]
            : []),
        ]}
      />
    </div>
  )
}
