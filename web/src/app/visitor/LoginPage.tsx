// The sign-in page.
import { configSwitch } from '@shuyuan/contract/sys/config/switch.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/query.ts'
import { signIn, useSite } from '../../kernel/session.ts'
import { afterSignIn } from '../paths.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { SmsForm } from './SmsForm.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

type Way = 'password' | 'sms'

export function LoginPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>('password')
  // without the switches, signing in by password still works
  const bySms = useCall(configSwitch.detail, {}, { quiet: true, staleTime: 60_000 }).data?.mobileLogin === true
  const siteName = t(useSite()?.siteName ?? '书院')
  const onToken = (token: string) => {
    signIn(token)
    void navigate(afterSignIn(query), { replace: true })
  }
  const ways: [Way, string][] = [
    ['password', t('密码登录')],
    ['sms', t('短信登录')],
  ]
  return (
    <VisitorLayout title={t('用户登录')}>
      <section className="login">
        <h1>{t('登录{{siteName}}', { siteName })}</h1>
        <p className="login-hint">{t('使用您的账号继续学习和考试')}</p>
        {bySms && (
          <fieldset className="segments" aria-label={t('登录方式')}>
            {ways.map(([key, text]) => (
              <button key={key} type="button" aria-pressed={way === key} onClick={() => setWay(key)}>
                {text}
              </button>
            ))}
          </fieldset>
        )}
        {way === 'sms' && bySms ? <SmsForm onToken={onToken} /> : <PasswordForm onToken={onToken} />}
      </section>
    </VisitorLayout>
  )
}
