// The learner's first page: what waits today, the course in progress, latest notices, and all courses.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { BreakNotice } from '../../../../kernel/plain/BreakNotice.tsx'
import { PlainPager } from '../../../../kernel/plain/PlainPager.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { TimeAgo } from '../../../../kernel/text/relative-time.tsx'
import { NoticeCard } from '../../../message/NoticeCard.tsx'
import { Bar } from '../Bar.tsx'
import { coursePath, type CourseRow, courseToContinue } from '../course-labels.ts'
import { homeTools } from '../home-tools.ts'
import { useToBuy } from '../../../pay/order/BuyButton.tsx'
import { CourseLine } from '../CourseLine.tsx'
import { CourseFilterBar } from '../CourseFilterBar.tsx'
import { Cover } from '../Cover.tsx'
import { useCourseFilter } from '../useCourseFilter.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import boneStyles from '../../../../kernel/plain/bone.module.css'
import textStyles from '../../../../kernel/plain/text.module.css'
import buttonStyles from '../../../../kernel/plain/button.module.css'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from '../course.module.css'

const PAGE = 10
/** The server's default order: courses in progress, then required ones. */
const first = { current: 1, size: PAGE, params: {} }

function Continue({ row }: { row: CourseRow }) {
  const actionLabel = row.learned === 'none' ? t('开始学习') : t('继续学习')
  return (
    <section className={classes(panelStyles.panel, styles.courseContinue)} aria-labelledby="course-continue">
      <Cover course={row} top />
      <div>
        <h2 id="course-continue">{actionLabel}</h2>
        <b>{row.title}</b>
        <p className={styles.courseDim}>
          {row.lastTime === null ? (
            t('{{n}} 个课件', { n: row.fileCount })
          ) : (
            <>
              {t('上次学习')} <TimeAgo at={row.lastTime} />
            </>
          )}
        </p>
        <Bar percent={row.process} />
      </div>
      <Link className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} to={coursePath(row.id)} state={{ resume: true }}>
        {actionLabel}
        <span className={textStyles.visuallyHidden}>{row.title}</span>
      </Link>
    </section>
  )
}

export default function MyCoursePage() {
  const { Today } = homeTools.use()
  const beginning = useCall(course['user-paging'], first, { quiet: true })
  const inProgress = courseToContinue(beginning.data?.records ?? [])
  const { filter, change, isBreak } = useCourseFilter()
  const { title, catId, learned, current } = filter
  const params = { ...(title === '' ? {} : { title }), ...(catId === '' ? {} : { catId }), ...(learned ? { learned } : {}) }
  const { data, error, refetch, isFetching } = useCall(
    course['user-paging'],
    { current, size: PAGE, params },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const toBuy = useToBuy('course', data?.records ?? [])
  const isFiltered = Object.keys(params).length > 0
  return (
    <div className={classes(styles.myCourses, styles.courseBars)} aria-busy={isFetching}>
      <h1 className={textStyles.visuallyHidden}>{t('课程学习')}</h1>
      {isBreak && <BreakNotice text={t('学习已中断，您可以从课程里继续学习。')} />}
      <Suspense fallback={<div data-holds="" />}>{Today && <Today />}</Suspense>
      {beginning.isPending && <div className={classes(styles.courseNewsBone, boneStyles.bone)} data-holds="" />}
      <div className={styles.courseNews}>
        {inProgress && <Continue row={inProgress} />}
        <NoticeCard />
      </div>
      <h2>{t('我的课程')}</h2>
      <CourseFilterBar filter={filter} onChange={change} />
      {!data && !error && <PageLoading shape="table" rows={6} columns={1} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <PageEmpty
          hint={isFiltered ? t('换个条件再试试。') : t('老师安排给您的课程会出现在这里。')}
          action={
            isFiltered && (
              <button
                type="button"
                className={classes(buttonStyles.btn, buttonStyles.btnSmall)}
                onClick={() => change({ title: '', catId: '', learned: undefined })}
              >
                {t('查看全部课程')}
              </button>
            )
          }
        />
      )}
      {data && data.total > 0 && (
        <ul className={styles.courseLines}>
          {data.records.map((row) => (
            <li key={row.id}>
              <CourseLine row={row} toBuy={toBuy(row.id) && row.phase !== 'closed'} />
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={(page) => change({ current: page })} />}
    </div>
  )
}
