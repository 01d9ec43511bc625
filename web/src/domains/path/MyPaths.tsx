// Learner: the learning paths that they are on, with what comes next.
import { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { buttonLook } from '../../kernel/plain/Button.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import { Ring } from '../../kernel/plain/Ring.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import { dayText } from '../../kernel/text/short-date.ts'
import styles from './path.module.css'

const PAGE = 10

export function MyPaths() {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    pathLearn['my-paging'],
    { current, size: PAGE, params: {} },
    { quiet: true, placeholderData: keepPreviousData },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  if (data.total === 0) return <PageEmpty hint={t('安排给您的培养方案会出现在这里。')} />
  return (
    <>
      <ul className={styles.mine}>
        {data.records.map((row) => (
          <li key={row.id}>
            <Ring percent={row.percent} label={t('{{title}}的进度', { title: row.title })} />
            <span>
              <b>{row.title}</b>
              <small>
                {row.finishTime !== null
                  ? t('{{day}} 完成', { day: dayText(row.finishTime) })
                  : [
                      ...(row.dueTime === null ? [] : [t('{{time}} 截止', { time: dayText(row.dueTime) })]),
                      ...(row.next === null ? [] : [t('下一站：{{title}}', { title: row.next.title })]),
                    ].join(' · ')}
              </small>
            </span>
            {row.finishTime !== null && <Tag tone="good">{t('已完成')}</Tag>}
            {row.overdue && <Tag tone="bad">{t('已逾期')}</Tag>}
            <Link className={buttonLook({ small: true, strong: row.finishTime === null })} to={`/web/path/${row.id}`}>
              {row.finishTime === null ? t('继续') : t('查看')}
              <span className={textStyles.visuallyHidden}>{row.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      <PlainPager current={current} pages={data.pages} onGo={setCurrent} />
    </>
  )
}
