// Learner: surveys that wait for an answer, and those that were answered.
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { buttonLook } from '../../kernel/plain/Button.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import { minuteText } from '../../kernel/text/short-date.ts'
import styles from './survey.module.css'

const PAGE = 10

export function MySurveys() {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    surveyAnswer.mine,
    { current, size: PAGE, params: {} },
    { quiet: true, placeholderData: keepPreviousData },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  if (data.total === 0) return <PageEmpty hint={t('需要您填写的问卷会出现在这里。')} />
  return (
    <>
      <ul className={styles.mine}>
        {data.records.map((row) => (
          <li key={row.id}>
            <span>
              <b>{row.title}</b>
              <small>
                {t('{{n}} 题', { n: row.questions })} · {row.anonymous ? t('匿名') : t('实名')}
                {row.endTime !== null && ` · ${t('{{time}} 截止', { time: minuteText(row.endTime) })}`}
              </small>
            </span>
            {row.answered ? (
              <Tag tone="good">{t('已填写')}</Tag>
            ) : (
              <Link className={buttonLook({ small: true, strong: true })} to={`/web/survey/${row.id}`}>
                {t('去填写')}
                <span className={textStyles.visuallyHidden}>{row.title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <PlainPager current={current} pages={data.pages} onGo={setCurrent} />
    </>
  )
}
