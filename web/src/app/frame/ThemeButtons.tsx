// Buttons for theme and language on pages without the back office's navbar.
import { setLanguage, t } from '../../kernel/i18n.ts'
import { language, mode, useDark } from '../../kernel/state/preferences.ts'
import styles from '../../kernel/plain/button.module.css'

export function DarkButton() {
  const dark = useDark()
  const text = dark ? t('切换到浅色模式') : t('切换到深色模式')
  return (
    <button type="button" className={styles.iconBtn} onClick={() => mode.set(dark ? 'light' : 'dark')} aria-label={text} title={text}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {dark ? (
          <path d="M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M16.5 12a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Z" />
        ) : (
          <path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" />
        )}
      </svg>
    </button>
  )
}

export function LanguageButton() {
  const english = language.use() === 'en'
  return (
    <button
      type="button"
      className={styles.iconBtn}
      lang={english ? 'zh-CN' : 'en'}
      onClick={() => void setLanguage(english ? 'zh' : 'en')}
      title={english ? '切换到中文' : 'Switch to English'}
    >
      {english ? '中文' : 'EN'}
    </button>
  )
}
