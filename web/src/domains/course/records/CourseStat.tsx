// Who has learnt one course: figures and lists. Tabs and the department are stored in the address.
import { BellOutlined } from '@ant-design/icons'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../kernel/piece/ReportHead.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import { FaceRecords } from '../face/FaceRecords.tsx'
import { Learners } from './Learners.tsx'
import { useRemind } from './useRemind.ts'
import styles from './course-stat.module.css'

function useAsked(courseId: string) {
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
  return { asked: { courseId, ...(deptCode === '' ? {} : { deptCode }) }, deptCode, tab: search.get('tab') ?? '', set }
}

type CourseStatProps = {
  courseId: string
  /** on a page of its own; within the course's page, its people or its figures */
  part?: 'people' | 'figures'
}

export function CourseStat({ courseId, part }: CourseStatProps) {
  const { asked, deptCode, tab, set } = useAsked(courseId)
  const remind = useRemind()
  const { data, error, refetch } = useCall(statCourse.overview, asked, { quiet: true, placeholderData: keepPreviousData })
  usePageSubject(part === undefined ? data?.title : undefined)
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
  const people = <Learners overview={data} asked={asked} byFile={false} />
  const tabs = [
    ...(part === undefined ? [{ key: 'people', label: t('学员'), children: people }] : []),
    { key: 'files', label: t('课件'), children: <Learners overview={data} asked={asked} byFile /> },
    ...(can(['course:face:list'])
      ? [{ key: 'captures', label: t('学习抓拍'), children: <FaceRecords kind="capture" within={asked} /> }]
      : []),
  ]
  const first = tabs[0]!.key
  return (
    <div className={styles.courseStat}>
      <ReportHead title={part === undefined ? data.title : undefined}>
        <DepartSelect value={deptCode} onChange={(to) => set('dept', to)} placeholder={t('全部部门')} aria-label={t('部门')} />
        {part === 'figures' && (
          <Link to={`/admin/course/stat?courses=${courseId}`}>
            <Button>{t('部门学习矩阵')}</Button>
          </Link>
        )}
        {part !== 'figures' && (
          <Can permit="course:remind">
            <Button
              {...(part === undefined ? { type: 'primary' as const } : {})}
              icon={<BellOutlined />}
              disabled={left === 0}
              onClick={() => void remind(asked, left)}
            >
              {t('提醒未学完的学员')}
            </Button>
          </Can>
        )}
      </ReportHead>
      {part !== 'people' && <Figures items={figures.map(([label, value]) => ({ label, value: value.toLocaleString('en-US') }))} />}
      {part === 'people' ? (
        people
      ) : (
        <Tabs
          activeKey={tabs.some(({ key }) => key === tab) ? tab : first}
          onChange={(to) => set('tab', to === first ? undefined : to)}
          destroyOnHidden
          items={tabs}
        />
      )}
    </div>
  )
}
