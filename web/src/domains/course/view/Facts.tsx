// What a course is and how it goes: figures, what waits for attention, and what learners find.
import { courseAttention, courseView } from '@shuyuan/contract/course/view/view.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Card, Descriptions } from 'antd'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { coursePagePath } from '../catalog/course-page-path.ts'
import { windowText } from '../catalog/course-labels.ts'
import { useLacks } from '../catalog/lacks.ts'
import { lengthText } from '../file/file-labels.ts'
import type { Course } from './course-view.ts'
import styles from './course-page.module.css'

type Overview = Data<typeof courseView.overview>
type Kind = keyof typeof courseAttention
const MINUTE = '2026-01-01 09:00'.length

/** Where each matter is settled. */
const placeOf = (kind: Kind, id: string): string =>
  ({
    questions: `${coursePagePath(id, 'talk')}&answered=false`,
    works: `/admin/course/work?courseId=${id}&state=1`,
    failed: coursePagePath(id, 'files'),
    converting: coursePagePath(id, 'files'),
    disabled: coursePagePath(id, 'files'),
    faces: `/admin/course/face?courseId=${id}`,
    rates: coursePagePath(id, 'rates'),
  })[kind]

const shown = (n: number) => n.toLocaleString('en-US')

function figuresOf({ learners, income }: Overview, id: string) {
  const people = coursePagePath(id, 'people')
  return [
    ...(learners
      ? [
          { label: t('应学人数'), value: shown(learners.people), to: people },
          { label: t('学习中'), value: shown(learners.going), to: `${people}&u.learned=going` },
          { label: t('已完成'), value: shown(learners.finished), to: `${people}&u.learned=finished` },
          { label: t('已逾期'), value: shown(learners.overdue), to: `${people}&u.learned=overdue` },
        ]
      : []),
    ...(income
      ? [
          {
            label: t('实收金额'),
            value: `¥${income.amount}`,
            hint: t('{{n}} 个订单', { n: income.orders }),
            to: coursePagePath(id, 'orders'),
          },
        ]
      : []),
  ]
}

function Attention({ attention, id }: { attention: Overview['attention']; id: string }) {
  return (
    <Card size="small" title={t('需要处理')}>
      {attention.length === 0 ? (
        t('没有需要处理的事项')
      ) : (
        <ul className={styles.attention}>
          {attention.map(({ kind, n }) => (
            <li key={kind}>
              <Link to={placeOf(kind, id)}>{tLabel(courseAttention[kind])}</Link>
              <b>{shown(n)}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Going({ id }: { id: string }) {
  const { data, error, refetch } = useCall(courseView.overview, { id }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  const figures = figuresOf(data, id)
  return (
    <>
      {figures.length > 0 && <Figures label={t('课程概况')} items={figures} />}
      <Attention attention={data.attention} id={id} />
    </>
  )
}

/** What is missing before the course is published, or while it is open. */
function Missing({ course: one }: { course: Course }) {
  const lacks = useLacks()(one)
  return lacks.map(({ text, to, permit }) => (
    <Alert
      key={text}
      type="warning"
      showIcon
      title={text}
      action={to !== undefined && can([permit ?? '']) && <Link to={to}>{t('去启用')}</Link>}
    />
  ))
}

export function Facts({ course: one }: { course: Course }) {
  const items = [
    { key: 'time', label: t('学习时间'), children: windowText(one) },
    ...(one.deadlineTime === null ? [] : [{ key: 'due', label: tLabel('截止时间'), children: one.deadlineTime.slice(0, MINUTE) }]),
    ...(one.deadlineDays === null ? [] : [{ key: 'days', label: tLabel('学习期限'), children: t('{{n}} 天', { n: one.deadlineDays }) }]),
    {
      key: 'files',
      label: tLabel('课件'),
      children: [t('{{n}} 个课件', { n: one.fileCount }), ...(one.duration > 0 ? [lengthText(one.duration)] : [])].join(' · '),
    },
    ...(one.catId_dictText === '' ? [] : [{ key: 'cat', label: tLabel('课程分类'), children: tLabel(one.catId_dictText) }]),
  ]
  return (
    <div className={styles.facts}>
      {one.draft && <Alert type="info" showIcon title={t('草稿只有后台可见，发布后学员才能看到。')} />}
      <Missing course={one} />
      {!one.draft && <Going id={one.id} />}
      <Card size="small" title={t('课程安排')}>
        <Descriptions size="small" column={{ xs: 1, lg: 2 }} items={items} />
      </Card>
    </div>
  )
}
