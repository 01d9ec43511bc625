// The head of a survey, and what stands in the place of its questions when it cannot be answered.
import { type SurveyPhase } from '@shuyuan/contract/survey/survey.ts'
import type { ReactNode } from 'react'
import { t } from '../../kernel/i18n.ts'
import panelStyles from '../../kernel/plain/panel.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { minuteText } from '../../kernel/text/short-date.ts'
import styles from './survey.module.css'

type SurveyIntroProps = {
  survey: { title: string; content: string; anonymous: boolean; endTime: string | null }
  /** people without an account are asked for no name in any case */
  named: boolean
}

export const SurveyIntro = ({ survey: { title, content, anonymous, endTime }, named }: SurveyIntroProps) => (
  <header className={classes(panelStyles.panel, styles.intro)}>
    <h1>{title}</h1>
    {content !== '' && <p>{content}</p>}
    <p className={styles.hint}>
      {anonymous
        ? t('匿名填写：答案不记录您的姓名、部门和时间，任何人都无法查到是谁填写的。')
        : named
          ? t('实名填写：答案会记录您的姓名和部门。')
          : t('无需登录，答案不记录您的姓名。')}
    </p>
    {endTime !== null && <p className={styles.hint}>{t('{{time}} 截止', { time: minuteText(endTime) })}</p>}
  </header>
)

type SurveyStateProps = { title: string; children?: ReactNode }
export const SurveyState = ({ title, children }: SurveyStateProps) => (
  <section className={classes(panelStyles.panel, styles.state)} role="status">
    <b>{title}</b>
    {children}
  </section>
)

/** Why a survey cannot be answered now; undefined: it can. */
export function closedText(phase: SurveyPhase, startTime: string | null): string | undefined {
  if (phase === 'closed') return t('问卷已结束，感谢您的关注。')
  if (phase === 'open') return undefined
  return startTime === null ? t('问卷还没有开始') : t('问卷将于 {{time}} 开始', { time: minuteText(startTime) })
}
