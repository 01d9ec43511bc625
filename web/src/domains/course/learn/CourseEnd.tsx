// What comes after the last file: the certificate, and the exams that ask for this course, a survey.
import { Suspense } from 'react'
import { t } from '../../../kernel/i18n.ts'
import type { CourseDetail } from '../catalog/course-labels.ts'
import { courseTools } from './course-tools.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import courseStyles from '../catalog/course.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

/** Renders nothing while the course is not finished. */
export function CourseEnd({ course }: { course: CourseDetail }) {
  const { Certificate, Exams, Survey, Rate } = courseTools.use()
  if (course.learned !== 'finished') return null
  return (
    <section className={classes(panelStyles.panel, styles.courseEnd)} aria-label={t('学完之后')}>
      <header>
        <span className={styles.courseEndMark} aria-hidden="true">
          ✓
        </span>
        <div>
          <b>{t('恭喜，您已学完这门课程！')}</b>
          {course.finishTime !== null && <time className={courseStyles.courseDim}>{course.finishTime.slice(0, 16)}</time>}
        </div>
      </header>
      <Suspense>
        {Certificate && <Certificate courseId={course.id} />}
        {Exams && <Exams courseId={course.id} />}
        {Survey && <Survey courseId={course.id} />}
        {Rate && <Rate courseId={course.id} />}
      </Suspense>
    </section>
  )
}
