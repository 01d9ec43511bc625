// The line that tells a trial from an exam, with the way out.
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { buttonLook } from '../../../../kernel/plain/Button.tsx'
import styles from './trial.module.css'

/** @param back where one goes from here */
export const TrialMark = ({ back }: { back: string }) => (
  <aside className={styles.mark} aria-label={t('试考')}>
    <b>{t('试考')}</b>
    <span>{t('不保存答卷，不计入成绩和统计。')}</span>
    <Link to={back} className={buttonLook({ small: true })}>
      {t('退出试考')}
    </Link>
  </aside>
)
