// The sign-in page: the sign-in methods that the site has enabled, and links for visitors.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { clearUnbound, thirdSignInMethods, unbound } from '../../domains/account/sign-in/third-journey.ts'
import type { CallFailure } from '../../kernel/call/failure.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { signIn, useSite } from '../../shared/session/session.ts'
import { afterSignIn } from '../routes/paths.ts'
import { BindNotice } from './BindNotice.tsx'
import { LoginSide } from './LoginSide.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SmsForm } from './SmsForm.tsx'
import { useSwitches } from './switches.ts'
import { ThirdButtons } from './ThirdButtons.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import styles from './visitor.module.css'

type SignInMethod = 'password' | 'sms' | 'face'
const FaceForm = lazy(async () => ({ default: (await import('./FaceForm.tsx')).FaceForm }))

export function LoginPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, setMethod] = useState<SignInMethod>('password')
  const [waiting, setWaiting] = useState(unbound)
  const switches = useSwitches()
  const site = useSite()
  const siteName = tLabel(site?.siteName ?? '书院')
  const signInMethods: [SignInMethod, string][] = [
    ['password', t('密码登录')],
    ...(switches?.mobileLogin && switches.ready.sms ? [['sms', t('短信登录')] as [SignInMethod, string]] : []),
    ...(switches?.faceLogin && switches.ready.face ? [['face', t('人脸登录')] as [SignInMethod, string]] : []),
  ]
  const method = signInMethods.some(([key]) => key === chosen) ? chosen : 'password'
  const forget = () => {
    clearUnbound()
    setWaiting(undefined)
  }
  const onToken = (token: string) => {
    forget()
    signIn(token)
    void navigate(afterSignIn(query), { replace: true })
  }
  // an expired captcha key would be refused again
  const onRefused = (failure: CallFailure) => {
    if (failure.code === errors.bindKeyWrong[0]) forget()
  }
  const given = { onToken, onRefused, bindKey: waiting?.bindKey }
  return (
    <VisitorLayout title={t('用户登录')} side={<LoginSide siteName={siteName} />}>
      <section className={styles.login}>
        <h1>{t('登录{{siteName}}', { siteName })}</h1>
        <p className={styles.loginHint}>{t('使用您的账号继续学习和考试')}</p>
        {site?.publishedPasswords && (
          <p className={styles.warning} role="alert">
            {t('演示账号仍在使用公开的密码，而其他电脑可以访问本站：请管理员立即修改这些密码。')}
          </p>
        )}
        {waiting && <BindNotice loginType={waiting.loginType} nickName={waiting.nickName} onCancel={forget} />}
        {signInMethods.length > 1 && (
          <fieldset className={styles.segments} aria-label={t('登录方式')}>
            {signInMethods.map(([key, text]) => (
              <button key={key} type="button" aria-pressed={method === key} onClick={() => setMethod(key)}>
                {text}
              </button>
            ))}
          </fieldset>
        )}
        {method === 'password' && <PasswordForm {...given} />}
        {method === 'sms' && <SmsForm {...given} />}
        {method === 'face' && (
          <Suspense fallback={null}>
            <FaceForm {...given} />
          </Suspense>
        )}
        <p className={styles.loginLinks}>
          {switches?.ready.sms && <Link to="/forgot">{t('忘记密码')}</Link>}
          {switches?.userReg && <Link to={`/register?${query.toString()}`}>{t('注册账号')}</Link>}
        </p>
        {!waiting && <ThirdButtons signInMethods={thirdSignInMethods(switches)} back={afterSignIn(query)} />}
      </section>
    </VisitorLayout>
  )
}
