// The first sign-in of an account whose password was given out in a list: its owner chooses another before anything else.
import { user } from '@shuyuan/contract/account/user.ts'
import { type SubmitEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { type Problems, problemsOf, refusedFields } from '../../kernel/plain/problems.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import { signOut } from '../../shared/session/session.ts'
import { afterSignIn } from '../routes/paths.ts'
import { VisitorLayout } from './VisitorLayout.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

export function FirstPasswordPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await call(user['first-pass'], { password }, { quiet: true })
      notify.success(t('新密码已生效'))
      void navigate(afterSignIn(query), { replace: true })
    } catch (error) {
      setProblems(refusedFields(error))
      // after success the page is left: a second click must not send again
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = { ...problemsOf(user['first-pass'], { password }), ...(again === password ? {} : { again: t('两次输入的密码不一致') }) }
    setProblems(found)
    if (!busy && Object.keys(found).length === 0) void send()
  }
  return (
    <VisitorLayout title={t('设置新密码')}>
      <section className={styles.login}>
        <h1>{t('设置新密码')}</h1>
        <p className={styles.loginHint}>{t('您的初始密码由管理员发放，请换成只有自己知道的密码，之后用它登录。')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('新密码')}
            name="password"
            type="password"
            value={password}
            problem={problems['password']}
            onChange={setPassword}
            autoComplete="new-password"
            hint={t('8-60位，含大小写字母、数字、特殊字符中的三种')}
            autoFocus
          />
          <TextField
            label={t('确认密码')}
            name="again"
            type="password"
            value={again}
            problem={problems['again']}
            onChange={setAgain}
            autoComplete="new-password"
          />
          <button
            type="submit"
            className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}
            disabled={busy}
          >
            {t('保存并继续')}
          </button>
        </form>
        <p className={styles.loginLinks}>
          <button
            type="button"
            className={classes(buttonStyles.btn, buttonStyles.btnSmall)}
            onClick={() => void signOut(() => navigate('/login', { replace: true }))}
          >
            {t('换个账号登录')}
          </button>
        </p>
      </section>
    </VisitorLayout>
  )
}
