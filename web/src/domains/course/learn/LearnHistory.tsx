// The user's learning history: file, course, time, duration and progress.
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { Ring } from '../../../kernel/plain/Ring.tsx'
import plainStyles from '../../../kernel/plain/plain.module.css'
import { coursePath, lengthText } from '../catalog/course-labels.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './learn-history.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

const SIZE = 10

export function LearnHistory() {
  const [courseId, setCourseId] = useState<string>()
  const [current, setCurrent] = useState(1)
  const courses = useCall(courseFileLearn.courses, {}, { quiet: true })
  const { data, error, refetch } = useCall(
    courseFileLearn.paging,
    { current, size: SIZE, params: courseId === undefined ? {} : { courseId } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  return (
    <>
      <select
        className={classes(plainStyles.plainSizes, styles.learnFilter)}
        aria-label={t('课程')}
        value={courseId ?? ''}
        onChange={({ target }) => {
          setCourseId(target.value === '' ? undefined : target.value)
          setCurrent(1)
        }}
      >
        <option value="">{t('全部课程')}</option>
        {courses.data?.map((row) => (
          <option key={row.id} value={row.id}>
            {row.title}
          </option>
        ))}
      </select>
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading shape="table" rows={3} />}
      {data?.total === 0 && <PageEmpty hint={t('打开过的课件会出现在这里。')} />}
      {data && data.total > 0 && (
        <ul className={styles.learnRows}>
          {data.records.map((row) => (
            <li key={row.id}>
              <Ring size={48} percent={row.process} label={t('学习进度')} />
              <div className={styles.learnWhat}>
                <Link className={textStyles.lone} to={coursePath(row.courseId, row.fileId)}>
                  {row.fileName}
                </Link>
                <span>{row.courseName}</span>
              </div>
              <div className={styles.learnWhen}>
                <span>{t('已学 {{time}}', { time: lengthText(row.learnSec) })}</span>
                <time>{row.updateTime}</time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </>
  )
}
