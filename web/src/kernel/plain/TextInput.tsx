// An input without Ant Design; a password can be shown.
import { type InputHTMLAttributes, useState } from 'react'
import { t } from '../i18n.ts'
import textStyles from './text.module.css'
import styles from './controls.module.css'

export const TextInput = (props: Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>) => <input {...props} className={styles.input} />

export function PasswordInput(props: Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className={styles.password}>
      <input {...props} type={isShown ? 'text' : 'password'} className={styles.input} />
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z" />
        </svg>
        <span className={textStyles.visuallyHidden}>{t('显示密码')}</span>
      </button>
    </span>
  )
}
