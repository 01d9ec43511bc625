// Font size and full screen for learners, without Ant Design.
import { useRef } from 'react'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { size, sizes } from '../../kernel/state/preferences.ts'
import { classes } from '../../kernel/theme/classes.ts'
import { chooseSize, sizeNames } from '../display/size-names.ts'
import { useFullscreen } from '../display/useFullscreen.ts'
import styles from './learner.module.css'

export function FullscreenButton() {
  const { full, text, toggle } = useFullscreen()
  return (
    <button
      type="button"
      className={classes(buttonStyles.iconBtn, styles.wideOnly)}
      onClick={() => void toggle()}
      aria-label={text}
      title={text}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {full ? <path d="M9 4v5H4m11-5v5h5M9 20v-5H4m11 5v-5h5" /> : <path d="M4 9V4h5m6 0h5v5M4 15v5h5m6 0h5v-5" />}
      </svg>
    </button>
  )
}

/** A list of sizes below a button; on phones it has full screen as well. */
export function SizeMenu() {
  const chosen = size.use()
  const { text, toggle } = useFullscreen()
  const menu = useRef<HTMLDetailsElement>(null)
  const button = useRef<HTMLElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const after = (run: () => void) => () => {
    close()
    button.current?.focus()
    run()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events of its buttons
    <details
      ref={menu}
      className={styles.sizeMenu}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => event.key === 'Escape' && after(() => undefined)()}
    >
      <summary ref={button} className={buttonStyles.iconBtn} aria-label={t('字体大小')} title={t('字体大小')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m3 19 5.5-14L14 19M5 14h7m3 5 3-8 3 8m-5-2.5h4" />
        </svg>
      </summary>
      <div className={styles.sizeList}>
        {sizes.map((one) => (
          <button key={one} type="button" aria-pressed={one === chosen} onClick={after(() => chooseSize(one))}>
            {t(sizeNames[one])}
          </button>
        ))}
        <button type="button" className={styles.narrowOnly} onClick={after(() => void toggle())}>
          {text}
        </button>
      </div>
    </details>
  )
}
