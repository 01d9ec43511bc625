// Progress while the server still computes the figures of many old papers.
import { Progress } from 'antd'
import { t } from '../../kernel/i18n.ts'
import styles from './exam-stat.module.css'

export function Preparing({ done, total }: { done: number; total: number }) {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className={styles.statPreparing} role="status">
      <b>{t('统计正在整理')}</b>
      <Progress percent={percent} aria-label={t('整理进度')} />
      <span className={styles.statNote}>{t('已整理 {{done}} / {{total}} 份答卷，完成后会自动显示。', { done, total })}</span>
    </div>
  )
}
