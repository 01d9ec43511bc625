// What a course is: when it can be learnt, what it asks for, and what it consists of.
import { Card, Descriptions } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { lengthText } from '../file/file-labels.ts'
import { windowText } from '../catalog/course-labels.ts'
import type { Course } from './course-view.ts'

const MINUTE = '2026-01-01 09:00'.length

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
    <Card size="small" title={t('课程安排')}>
      <Descriptions size="small" column={{ xs: 1, lg: 2 }} items={items} />
    </Card>
  )
}
