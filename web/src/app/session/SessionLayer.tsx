// Over every page: the warning before a session ends, and the layer that asks for the password after it has ended.
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { sessionEnds } from '../../kernel/call/reopen.ts'
import { sessionNotice, stay } from '../../shared/session/session-life.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './session.module.css'

const SignInLayer = lazy(async () => ({ default: (await import('./SignInLayer.tsx')).SignInLayer }))

export function SessionLayer() {
  const shown = sessionNotice.use()
  if (shown === 'warning') return <Warning />
  if (shown !== 'layer') return null
  return (
    <Suspense fallback={<div className={styles.cover} />}>
      <SignInLayer />
    </Suspense>
  )
}

function useSecondsLeft(): number {
  const ends = sessionEnds.use() ?? 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((ends - now) / 1_000))
}

function Warning() {
  const n = useSecondsLeft()
  return (
    <section className={styles.warning} role="alertdialog" aria-label={t('登录即将超时')}>
      <p>
        <strong role="alert">{t('登录即将超时')}</strong>
        {/* a screen reader hears the first line once, not every second */}
        <span aria-hidden="true">{t('{{n}} 秒后需要重新输入密码', { n })}</span>
      </p>
      <button
        type="button"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnSmall)}
        onClick={() => void stay()}
      >
        {t('继续')}
      </button>
    </section>
  )
}
