// What comes after the last file: points, the certificate, a rating, a survey, the exams that ask for this course, and the course after it.
import { course as api } from '@shuyuan/contract/course/catalog/course.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { type CourseDetail, coursePath, courseToContinue } from '../catalog/course-labels.ts'
import { courseTools } from './course-tools.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import courseStyles from '../catalog/course.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

/** Points and certificate are given in the moment after the last file. */
const GIVEN_MS = 3_000
/** Courses among which the next one is looked for; those to go on with come first. */
const LOOKED = 10

/** The course is read again once when it was finished on this page. */
function useGiven(courseId: string, isFinished: boolean) {
  const client = useQueryClient()
  const [wasFinished] = useState(isFinished)
  const readAgain = useEffectEvent(() => {
    void client.invalidateQueries({ queryKey: [api.detail.path, { id: courseId }] })
    void client.invalidateQueries({ queryKey: [grant['my-paging'].path] })
  })
  useEffect(() => {
    if (!isFinished || wasFinished) return undefined
    const timer = setTimeout(() => readAgain(), GIVEN_MS)
    return () => clearTimeout(timer)
  }, [isFinished, wasFinished])
}

/** The course to go on with; nothing where none is left. */
function NextCourse({ courseId }: { courseId: string }) {
  const { data } = useCall(api['user-paging'], { current: 1, size: LOOKED, params: {} }, { quiet: true })
  const next = courseToContinue((data?.records ?? []).filter((row) => row.id !== courseId))
  if (!next) return null
  return (
    <p className={styles.courseAfter}>
      <span>{t('接着学：{{title}}', { title: next.title })}</span>
      <Link
        to={coursePath(next.id)}
        state={{ resume: true }}
        className={classes(buttonStyles.btn, buttonStyles.btnSmall)}
        aria-label={t('接着学：{{title}}', { title: next.title })}
      >
        {next.learned === 'none' ? t('开始学习') : t('继续学习')}
      </Link>
    </p>
  )
}

/** Renders nothing while the course is not finished. */
export function CourseEnd({ course }: { course: CourseDetail }) {
  const { Certificate, Exams, Survey, Rate } = courseTools.use()
  const isFinished = course.learned === 'finished'
  useGiven(course.id, isFinished)
  if (!isFinished) return null
  return (
    <section className={classes(panelStyles.panel, styles.courseEnd)} aria-label={t('学完之后')}>
      <header>
        <span className={styles.courseEndMark} aria-hidden="true">
          ✓
        </span>
        <div>
          <b>{t('恭喜，您已学完这门课程！')}</b>
          {course.earnedPoints > 0 && <Link to="/web/uc?to=points">{t('获得 {{n}} 积分', { n: course.earnedPoints })}</Link>}
          {course.finishTime !== null && <time className={courseStyles.courseDim}>{course.finishTime.slice(0, 16)}</time>}
        </div>
      </header>
      <Suspense>
        {Certificate && <Certificate courseId={course.id} />}
        {Exams && <Exams courseId={course.id} />}
        {Survey && <Survey courseId={course.id} />}
        {Rate && <Rate courseId={course.id} />}
      </Suspense>
      <NextCourse courseId={course.id} />
    </section>
  )
}
