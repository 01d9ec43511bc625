// Back office: one course as a whole, with what can be done about it; its files, people and what they said in tabs.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { Tabs } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { can } from '../../../../kernel/access/permission.ts'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { Orders } from '../../../pay/order/Orders.tsx'
import { CourseBuilder } from '../../catalog/build/CourseBuilder.tsx'
import { RateList } from '../../rate/RateList.tsx'
import { CourseStat } from '../../records/CourseStat.tsx'
import { QuestionList } from '../../talk/QuestionList.tsx'
import { CourseFiles } from '../CourseFiles.tsx'
import { CourseHead } from '../CourseHead.tsx'
import { Facts } from '../Facts.tsx'
import { History } from '../History.tsx'
import type { Course } from '../course-view.ts'
import styles from '../course-page.module.css'

const tabsOf = (one: Course) => [
  { key: 'facts', label: t('概况'), children: <Facts course={one} /> },
  { key: 'files', label: t('课件'), children: can(['course:update']) ? <CourseBuilder courseId={one.id} /> : <CourseFiles course={one} /> },
  ...(can(['course:stat'])
    ? [
        { key: 'people', label: t('学员'), children: <CourseStat courseId={one.id} part="people" /> },
        { key: 'stat', label: t('学习统计'), children: <CourseStat courseId={one.id} part="figures" /> },
      ]
    : []),
  ...(can(['course:answer']) ? [{ key: 'talk', label: t('问答'), children: <QuestionList courseId={one.id} /> }] : []),
  ...(can(['pay:order:list']) && (Number(one.price) > 0 || one.costPoints > 0)
    ? [{ key: 'orders', label: t('订单'), children: <Orders type="course" goodsId={one.id} /> }]
    : []),
  ...(can(['course:update'])
    ? [
        { key: 'rates', label: t('评价'), children: <RateList courseId={one.id} /> },
        { key: 'history', label: t('变更记录'), children: <History courseId={one.id} /> },
      ]
    : []),
]

export default function CourseViewPage() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useCall(course['admin/detail'], { id }, { quiet: true })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  const tabs = tabsOf(data)
  const active = search.get('view') ?? 'facts'
  return (
    <div className={styles.coursePage}>
      <CourseHead course={data} />
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
