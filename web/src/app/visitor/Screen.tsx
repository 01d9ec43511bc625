// A whole page with one statement and its links.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from '../frame/screen.module.css'

type ScreenProps = { code?: string; title: string; text?: ReactNode; children?: ReactNode }

export function Screen({ code, title, text, children }: ScreenProps) {
  const navigate = useNavigate()
  return (
    <div className={styles.screen}>
      {code && (
        <p className={styles.screenCode} aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <div className={styles.screenActions}>
        {children}
        <button type="button" className={buttonStyles.btn} onClick={() => void navigate(-1)}>
          {t('返回')}
        </button>
        <a className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} href="/">
          {t('返回首页')}
        </a>
      </div>
    </div>
  )
}
