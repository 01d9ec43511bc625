// Turns the tones of a game on or off.
import { t } from '../i18n.ts'
import { sound } from '../state/sound.ts'
import styles from './button.module.css'

export function SoundButton() {
  const on = sound.use()
  return (
    <button
      type="button"
      className={styles.iconBtn}
      style={{ minWidth: 44, height: 44 }}
      aria-pressed={on}
      aria-label={t('声音')}
      onClick={() => sound.set(!on)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={on ? 'M4 10v4h3l5 4V6l-5 4H4Zm12-2a5 5 0 0 1 0 8m2.5-10.5a9 9 0 0 1 0 13' : 'M4 10v4h3l5 4V6l-5 4H4Zm12 0 5 5m0-5-5 5'} />
      </svg>
    </button>
  )
}
