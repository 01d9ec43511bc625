// The head of a course that is learnt: its name, what it asks for, and the learner's progress.
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { useOfferedCost } from '../../pay/order/cost-text.ts'
import { Bar } from '../catalog/Bar.tsx'
import { type CourseDetail, windowText } from '../catalog/course-labels.ts'
import { DueTag } from '../catalog/DueTag.tsx'
import { useCoursePath, useIsPreview } from './course-place.ts'
import courseStyles from '../catalog/course.module.css'
import styles from './course-view.module.css'

/** Beside an open file it takes one line. */
export function Head({ course, isLesson }: { course: CourseDetail; isLesson: boolean }) {
  const cost = useOfferedCost(course)
  const pathOf = useCoursePath()
  const isPreview = useIsPreview()
  return (
    <header className={styles.courseHead} data-lesson={isLesson || undefined}>
      <nav aria-label={isPreview ? t('课程') : t('面包屑')} className={styles.courseCrumb}>
        {isPreview ? <Link to={pathOf(course.id)}>{t('课程')}</Link> : <Link to="/web/index">{t('课程学习')}</Link>}
      </nav>
      <div>
        <h1>{course.title}</h1>
        <p className={courseStyles.courseTags}>
          <Tag tone={course.required ? 'warn' : 'plain'}>{course.required ? t('必修') : t('选修')}</Tag>
          {course.sequential && <Tag>{t('按顺序学习')}</Tag>}
          {cost !== '' && <Tag tone="info">{cost}</Tag>}
          <DueTag course={course} />
          <span className={courseStyles.courseDim}>{windowText(course)}</span>
        </p>
      </div>
      <Bar percent={course.process} label={t('课程学习进度')} />
    </header>
  )
}
