// Buttons of the third-party sign-in methods.
import { type LoginType, loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import { useState } from 'react'
import { leaveFor } from '../../domains/account/sign-in/third-journey.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import navIconStyles from '../frame/nav-icon.module.css'
import styles from './visitor.module.css'

/** Neutral marks: a provider's logo may not be used without its permission. */
const marks: Record<LoginType, string> = {
  wechat:
    'M9.5 4.5C5.4 4.5 2 7.2 2 10.6c0 2 1.1 3.7 2.9 4.8l-.7 2.2 2.6-1.3a9 9 0 0 0 2.7.4h.4M22 14.4c0-2.8-2.8-5-6.2-5s-6.3 2.2-6.3 5 2.8 5 6.3 5c.7 0 1.4-.1 2-.3l2.2 1.1-.6-1.8c1.6-.9 2.6-2.4 2.6-4Z',
  'crop-wechat': 'M4 20V6l8-3 8 3v14M9 20v-4h6v4M8.5 9h1m5 0h1m-7 3.5h1m5 0h1',
  'ding-talk': 'M5 4c3 2.5 8 3.5 14 4.5-1 3-3 5-5 6h3L9 21l2-5-3-.5 1.5-2C7 12.5 5.5 9 5 4Z',
  oidc: 'M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6l-7-3Zm0 6v3.5m0 0a1.6 1.6 0 1 0 .01 0Z',
  ldap: 'M4 4h16v5H4V4Zm0 11h16v5H4v-5Zm8-6v6M7.5 6.5h.01m-.01 11h.01',
}

export function ThirdButtons({ signInMethods, back }: { signInMethods: LoginType[]; back: string }) {
  const [busy, setBusy] = useState<LoginType>()
  if (signInMethods.length === 0) return null
  const leave = async (method: LoginType) => {
    setBusy(method)
    try {
      await leaveFor(method, 'login', back)
    } catch (error) {
      setBusy(undefined)
      if (!(error instanceof CallFailure)) throw error
    }
  }
  return (
    <div className={styles.third}>
      <p className={styles.thirdTitle}>{t('其他登录方式')}</p>
      <div className={styles.thirdWays}>
        {signInMethods.map((method) => (
          <button
            key={method}
            type="button"
            className={classes(buttonStyles.btn, styles.thirdWay)}
            disabled={busy !== undefined}
            aria-label={t('{{way}}登录', { way: tLabel(loginTypes[method]) })}
            onClick={() => void leave(method)}
          >
            <svg className={navIconStyles.navIcon} viewBox="0 0 24 24" aria-hidden="true">
              <path d={marks[method]} />
            </svg>
            {tLabel(loginTypes[method])}
          </button>
        ))}
      </div>
    </div>
  )
}
