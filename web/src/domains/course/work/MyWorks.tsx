// Learner: own assignments, with the newest try of each.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { minuteText } from '../../../kernel/text/short-date.ts'
import { HandTag } from './HandTag.tsx'
import textStyles from '../../../kernel/plain/text.module.css'
import styles from './work.module.css'

const PAGE = 10

export function MyWorks() {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    courseWork.mine,
    { current, size: PAGE, params: {} },
    { quiet: true, placeholderData: keepPreviousData },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  if (data.total === 0) return <PageEmpty hint={t('课程里写过的作业会出现在这里。')} />
  return (
    <>
      <ul className={styles.mine}>
        {data.records.map((row) => (
          <li key={row.id}>
            <Link className={textStyles.lone} to={`/web/work/${row.courseId}/${row.fileId}`}>
              {row.title}
            </Link>
            <small>
              {row.courseTitle} · {row.state === HandState.draft ? minuteText(row.saveTime) : minuteText(row.handTime ?? row.saveTime)}
              {row.finalScore !== null && ` · ${t('{{n}} 分', { n: row.finalScore })}`}
            </small>
            <HandTag {...row} />
          </li>
        ))}
      </ul>
      <PlainPager current={current} pages={data.pages} onGo={setCurrent} />
    </>
  )
}
