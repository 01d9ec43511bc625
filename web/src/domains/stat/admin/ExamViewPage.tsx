// Back office: one exam as a whole, with what can be done about it; lists of its people and papers in tabs.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { Tabs } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'
import { PaperTable } from '../../paper/admin/PaperTable.tsx'
import { ExamStatistics } from '../exam/ExamStatistics.tsx'
import { ExamHead } from '../exam/ExamHead.tsx'
import { Facts } from '../exam/Facts.tsx'
import { History } from '../exam/History.tsx'
import { Marking } from '../exam/Marking.tsx'
import { Missing } from '../exam/Missing.tsx'
import { Notices } from '../exam/Notices.tsx'
import type { Attendance, Exam } from '../exam/exam-view.ts'
import styles from '../exam/exam-view.module.css'

/** How often attendance is read again, in milliseconds. */
const ATTENDANCE_MS = 15_000

const tabsOf = (one: Exam, attendance: Attendance | undefined) => [
  { key: 'facts', label: t('概况'), children: <Facts exam={one} attendance={attendance} /> },
  ...(attendance ? [{ key: 'missing', label: t('未参加'), children: <Missing exam={one} attendance={attendance} /> }] : []),
  ...(can(['paper:list']) ? [{ key: 'papers', label: t('成绩'), children: <PaperTable examId={one.id} /> }] : []),
  ...(can(['paper:review']) && !one.offline ? [{ key: 'marking', label: t('阅卷'), children: <Marking examId={one.id} /> }] : []),
  ...(can(['exam:stat']) ? [{ key: 'stat', label: t('统计'), children: <ExamStatistics examId={one.id} isPart /> }] : []),
  ...(can(['notify:log:list']) ? [{ key: 'notices', label: t('通知'), children: <Notices title={one.title} /> }] : []),
  ...(can(['exam:update']) ? [{ key: 'history', label: t('历史'), children: <History examId={one.id} /> }] : []),
]

export default function ExamViewPage() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useCall(exam.detail, { id }, { quiet: true })
  const watched = can(['exam:watch', 'exam:invigilate']) && data !== undefined && !data.draft && !data.offline
  // a caller without the right to watch this exam sees no attendance
  const attendance = useCall(watch['watch-stat'], { id }, { enabled: watched, quiet: true, refetchInterval: ATTENDANCE_MS })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  const seen = watched ? attendance.data : undefined
  const tabs = tabsOf(data, seen)
  const active = search.get('view') ?? 'facts'
  return (
    <div className={styles.examView}>
      <ExamHead exam={data} watchable={seen !== undefined} />
      <Tabs
        activeKey={tabs.some(({ key }) => key === active) ? active : 'facts'}
        // filters of another tab's list mean nothing in this one
        onChange={(key) => setSearch(key === 'facts' ? {} : { view: key }, { replace: true })}
        destroyOnHidden
        items={tabs}
      />
    </div>
  )
}
