// Below the last file of a finished course: the learner is asked for a rating, once.
import { t } from '../../../kernel/i18n.ts'
import type { EndProps } from '../learn/course-tools.ts'
import { RateForm } from './RateForm.tsx'
import { Stars } from './Stars.tsx'
import { useOwnRate } from './useRates.ts'
import styles from './rate.module.css'

export function RateEnd({ courseId }: EndProps) {
  const { isKnown, rate: own } = useOwnRate(courseId)
  if (!isKnown) return null
  if (own)
    return (
      <p className={styles.thanks}>
        {t('感谢您的评价')} <Stars value={own.stars} />
      </p>
    )
  return (
    <section className={styles.end} aria-label={t('评价这门课程')}>
      <b>{t('这门课程怎么样？')}</b>
      <RateForm courseId={courseId} own={undefined} />
    </section>
  )
}
