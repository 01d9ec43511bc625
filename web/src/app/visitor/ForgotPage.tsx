// Forgotten password: the owner of the mobile number sets a new one.
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { mobileProblem, useSmsSending } from '../../domains/session/useSmsSending.ts'
import { call } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { type Problems, problemsOf, refusedFields } from '../../kernel/plain/problems.ts'
import { Screen } from './Screen.tsx'
import { SmsEntry } from './SmsFields.tsx'
import { useSwitches } from './switches.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

export function ForgotPage() {
  const switches = useSwitches()
  if (switches?.ready.sms !== false) return <ForgotForm />
  return (
    <VisitorLayout title={t('找回密码')}>
      <Screen title={t('本站没有启用短信服务，不能自己找回密码')} text={t('请联系管理员重置密码。')}>
        <Link className={buttonStyles.btn} to="/login">
          {t('返回登录')}
        </Link>
      </Screen>
    </VisitorLayout>
  )
}

function ForgotForm() {
  const navigate = useNavigate()
  const [mobile, setMobile] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const sending = useSmsSending('forgot')

  const send = async () => {
    setBusy(true)
    try {
      await call(visitor.forgot, { mobile, smsCode, password }, { quiet: true })
      notify.success(t('密码已重置，请使用新密码登录'), 4)
      void navigate('/login', { replace: true })
    } catch (error) {
      setProblems(refusedFields(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = {
      ...problemsOf(visitor.forgot, { mobile, smsCode, password }),
      ...mobileProblem(mobile),
      ...(again === password ? {} : { again: t('两次输入的密码不一致') }),
    }
    setProblems(found)
    if (!busy && Object.keys(found).length === 0) void send()
  }
  return (
    <VisitorLayout title={t('找回密码')}>
      <section className={styles.login}>
        <h1>{t('找回密码')}</h1>
        <p className={styles.loginHint}>{t('用已绑定的手机号设置新密码，所有设备上的登录将失效')}</p>
        <form className={styles.form} onSubmit={submit} noValidate>
          <SmsEntry
            sending={sending}
            mobile={mobile}
            smsCode={smsCode}
            problems={problems}
            onMobile={setMobile}
            onSmsCode={setSmsCode}
            onProblems={(found) => setProblems({ ...found })}
          />
          <TextField
            label={t('新密码')}
            name="password"
            type="password"
            value={password}
            problem={problems['password']}
            onChange={setPassword}
            autoComplete="new-password"
            hint={t('8-60位，含大小写字母、数字、特殊字符中的三种')}
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
            {t('重置密码')}
          </button>
        </form>
        <p className={styles.loginLinks}>
          <Link to="/login">{t('返回登录')}</Link>
        </p>
      </section>
    </VisitorLayout>
  )
}
