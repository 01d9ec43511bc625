// A progress bar with its percentage.
import { t } from '../../../kernel/i18n.ts'
import styles from './course.module.css'

export const Bar = ({ percent, label = t('学习进度') }: { percent: number; label?: string }) => (
  <span className={styles.courseProgress} data-part="progress">
    <progress max={100} value={percent} aria-label={label} data-done={percent >= 100} />
    <span aria-hidden="true">{percent}%</span>
  </span>
)
