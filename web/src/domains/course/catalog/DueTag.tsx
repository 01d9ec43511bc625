// The learner's deadline of a course that is not finished.
import { t } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { type CourseRow, minuteText } from './course-labels.ts'

/** Renders nothing without a deadline, and once the course is finished. */
export function DueTag({ course }: { course: Pick<CourseRow, 'dueTime' | 'overdue' | 'learned'> }) {
  if (course.dueTime === null || course.learned === 'finished') return null
  const time = minuteText(course.dueTime)
  return course.overdue ? <Tag tone="bad">{t('已逾期：{{time}}', { time })}</Tag> : <Tag tone="info">{t('截止：{{time}}', { time })}</Tag>
}
