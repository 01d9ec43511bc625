// A whole page with one statement and its links.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from '../face.module.css'

type FaceProps = { code?: string; title: string; text?: ReactNode; children?: ReactNode }

export function Face({ code, title, text, children }: FaceProps) {
  const navigate = useNavigate()
  return (
    <div className={styles.face}>
      {code && (
        <p className={styles.faceCode} aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <div className={styles.faceActions}>
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
