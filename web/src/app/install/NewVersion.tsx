// Says that a new version is there, and asks before it takes over.
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { takeOver, waitingVersion } from './installed.ts'
import styles from '../frame/root.module.css'

export default function NewVersion() {
  const worker = waitingVersion.use()
  const [busy, setBusy] = useState(false)
  const [put, setPut] = useState(false)
  if (!worker || put) return null
  return (
    <section className={styles.version} aria-label={t('有新版本')} role="status">
      <span>{busy ? t('还有考试或课程打开着，完成后再更新。') : t('有新版本，更新后页面会重新载入。')}</span>
      <button
        type="button"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
        onClick={() => void takeOver(worker).then(setBusy)}
      >
        {t('更新')}
      </button>
      <button type="button" className={buttonStyles.btn} onClick={() => setPut(true)}>
        {t('以后再说')}
      </button>
    </section>
  )
}
