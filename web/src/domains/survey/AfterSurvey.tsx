// The surveys that follow a course, an exam, a live lesson or a learning path, for users who have finished it.
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import type { SurveyRef } from '@shuyuan/contract/survey/survey.ts'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { buttonLook } from '../../kernel/plain/Button.tsx'
import styles from './survey.module.css'

const MOST = 5

/** Renders nothing where no survey waits. */
export function AfterSurvey({ refType, refId }: { refType: SurveyRef; refId: string }) {
  const { data } = useCall(surveyAnswer.mine, { size: MOST, params: { answered: false, refType, refId } }, { quiet: true })
  if (!data || data.records.length === 0) return null
  return (
    <ul className={styles.mine} aria-label={t('问卷')}>
      {data.records.map((row) => (
        <li key={row.id}>
          <span>
            <b>{row.title}</b>
            <small>{row.anonymous ? t('匿名填写，请说说您的感受') : t('请说说您的感受')}</small>
          </span>
          <Link className={buttonLook({ small: true, strong: true })} to={`/web/survey/${row.id}`}>
            {t('填写问卷')}
          </Link>
        </li>
      ))}
    </ul>
  )
}
