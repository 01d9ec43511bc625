// Name and password of the school's directory: the page in place of a third party's own.
import { loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { journeyOf } from '../../domains/account/sign-in/third-journey.ts'
import { call } from '../../kernel/call/api.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { type Problems, problemsOf, refusedFields } from '../../kernel/plain/problems.ts'
import { Screen } from './Screen.tsx'
import { NameAndPassword, SubmitButton } from './SignInFields.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

export function LdapPage() {
  const [query] = useSearchParams()
  const state = query.get('state')
  // only the tab that began the journey can end it
  const isOwn = journeyOf(state)?.loginType === 'ldap'
  return (
    <VisitorLayout title={t('登录')}>
      {isOwn && state !== null ? (
        <LdapForm state={state} />
      ) : (
        <Screen title={t('登录未完成')} text={t('没有收到登录信息，请重新登录。')}>
          <Link className={buttonStyles.btn} to="/login">
            {t('重新登录')}
          </Link>
        </Screen>
      )}
    </VisitorLayout>
  )
}

function LdapForm({ state }: { state: string }) {
  const navigate = useNavigate()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = problemsOf(visitor['ldap-check'], { userName, password })
    setProblems(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { code } = await call(visitor['ldap-check'], { userName, password }, { quiet: true })
      void navigate(`/sync?${new URLSearchParams({ loginType: 'ldap', code, state }).toString()}`, { replace: true })
    } catch (error) {
      setProblems(refusedFields(error))
      setPassword('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.login}>
      <h1>{tLabel(loginTypes.ldap)}</h1>
      <p className={styles.loginHint}>{t('使用本单位目录（LDAP）的账号和密码')}</p>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <NameAndPassword userName={userName} password={password} problems={problems} onUserName={setUserName} onPassword={setPassword} />
        <SubmitButton busy={busy} />
      </form>
    </section>
  )
}
