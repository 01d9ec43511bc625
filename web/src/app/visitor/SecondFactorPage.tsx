// The second step of a sign-in to the back office: enter a code, or set up the second factor that a role requires.
import { FactorStep, totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { signOut } from '../../shared/session/session.ts'
import { afterSignIn } from '../routes/paths.ts'
import { FactorForm } from './FactorForm.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './visitor.module.css'

const AntFrame = lazy(() => import('../frame/AntFrame.tsx'))
const TotpSetup = lazy(async () => ({ default: (await import('../../domains/account/code/TotpSetup.tsx')).TotpSetup }))

export function SecondFactorPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(totp['totp-state'], {}, { gcTime: 0, quiet: true })
  const go = () => void navigate(afterSignIn(query), { replace: true })
  const leave = () => signOut(() => navigate('/login', { replace: true }))
  const enrol = data?.step === FactorStep.enrol
  return (
    <VisitorLayout title={t('两步验证')}>
      <section className={styles.login} data-wide={enrol}>
        <h1>{t('两步验证')}</h1>
        <p className={styles.loginHint}>
          {enrol ? t('您的角色要求两步验证，设置完成后才能继续。') : t('这个账号已开启两步验证，还需要一个验证码。')}
        </p>
        {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
        {data && !enrol && <FactorForm onDone={go} />}
        {enrol && (
          <Suspense fallback={<PageLoading shape="form" rows={3} />}>
            <AntFrame>
              <TotpSetup onDone={go} />
            </AntFrame>
          </Suspense>
        )}
        <p className={styles.loginLinks}>
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => void leave()}>
            {t('换个账号登录')}
          </button>
        </p>
      </section>
    </VisitorLayout>
  )
}
