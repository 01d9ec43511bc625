// Registration: the fields that the site requires of a new account, and the result.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { UserDeptType } from '@shuyuan/contract/site/config/switch.ts'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { clearUnbound, unbound } from '../../domains/account/sign-in/third-journey.ts'
import { useSmsSending } from '../../domains/session/useSmsSending.ts'
import { call } from '../../kernel/call/api.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { signIn } from '../../shared/session/session.ts'
import { afterSignIn } from '../routes/paths.ts'
import { BindNotice } from './BindNotice.tsx'
import { Captcha } from './Captcha.tsx'
import { DepartField } from './DepartField.tsx'
import { Screen } from './Screen.tsx'
import { type Problems, problemsOf, refusedFields } from '../../kernel/plain/problems.ts'
import { MobileField, SmsCodeField } from './SmsFields.tsx'
import { useSwitches } from './switches.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

export function RegisterPage() {
  const switches = useSwitches()
  const [pending, setPending] = useState(false)
  if (pending)
    return (
      <VisitorLayout title={t('注册')}>
        <Screen title={t('注册成功')} text={t('您的账号正在审核中，管理员审核通过后即可登录。')}>
          <Link className={buttonStyles.btn} to="/login">
            {t('返回登录')}
          </Link>
        </Screen>
      </VisitorLayout>
    )
  if (!switches?.userReg)
    return (
      <VisitorLayout title={t('注册')}>
        <Screen title={t('系统未开放注册，请联系管理员')}>
          <Link className={buttonStyles.btn} to="/login">
            {t('返回登录')}
          </Link>
        </Screen>
      </VisitorLayout>
    )
  return (
    <VisitorLayout title={t('注册')}>
      <RegisterForm
        chooses={switches.userDeptType === UserDeptType.chosen}
        withMobile={switches.ready.sms}
        onPending={() => setPending(true)}
      />
    </VisitorLayout>
  )
}

const empty = { userName: '', realName: '', password: '', again: '', deptCode: '', mobile: '', smsCode: '' }

type RegisterFormProps = { chooses: boolean; /** a number can be proved by a code */ withMobile: boolean; onPending: () => void }

function RegisterForm({ chooses, withMobile, onPending }: RegisterFormProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [waiting, setWaiting] = useState(unbound)
  const [values, setValues] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const sending = useSmsSending('reg')
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  const forget = () => {
    clearUnbound()
    setWaiting(undefined)
  }
  const send = async (body: Parameters<typeof call<typeof visitor.reg>>[1]) => {
    setBusy(true)
    try {
      const answer = await call(visitor.reg, body, { quiet: true })
      forget()
      if ('pending' in answer) return onPending()
      signIn(answer.token)
      notify.success(t('注册成功'))
      void navigate(afterSignIn(query), { replace: true })
    } catch (error) {
      setProblems(refusedFields(error))
      if (error instanceof CallFailure && error.code === errors.bindKeyWrong[0]) forget()
      sending.renew()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { again, ...form } = values
    const { captchaKey, captchaValue } = sending
    const body = { ...form, captchaKey, captchaValue, ...(waiting ? { bindKey: waiting.bindKey } : {}) }
    const found = {
      ...problemsOf(visitor.reg, body),
      ...(chooses && form.deptCode === '' ? { deptCode: t('部门不能为空！') } : {}),
      ...(again === form.password ? {} : { again: t('两次输入的密码不一致') }),
    }
    setProblems(found)
    if (!busy && Object.keys(found).length === 0) void send(body)
  }
  return (
    <section className={classes(styles.login, styles.loginWide)}>
      <h1>{t('注册账号')}</h1>
      <p className={styles.loginHint}>
        {t('已有账号？')}
        <Link to={`/login?${query.toString()}`}>{t('去登录')}</Link>
      </p>
      {waiting && <BindNotice loginType={waiting.loginType} nickName={waiting.nickName} onCancel={forget} />}
      <form className={classes(styles.form, styles.formTwo)} onSubmit={submit} noValidate>
        <TextField {...field('userName')} label={t('用户名')} autoComplete="username" maxLength={60} autoFocus />
        <TextField {...field('realName')} label={t('姓名')} autoComplete="name" maxLength={60} />
        <TextField
          {...field('password')}
          label={t('密码')}
          type="password"
          autoComplete="new-password"
          hint={t('8-60位，含大小写字母、数字、特殊字符中的三种')}
        />
        <TextField {...field('again')} label={t('确认密码')} type="password" autoComplete="new-password" />
        {chooses && <DepartField {...field('deptCode')} />}
        {withMobile && <MobileField {...field('mobile')} label={t('手机号（选填）')} />}
        <Captcha
          captchaKey={sending.captchaKey}
          value={sending.captchaValue}
          problem={problems['captchaValue']}
          onChange={sending.setCaptchaValue}
          onRenew={sending.renew}
        />
        {values.mobile !== '' && (
          <SmsCodeField {...field('smsCode')} sending={sending} mobile={values.mobile} onProblems={(found) => setProblems({ ...found })} />
        )}
        <button
          type="submit"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}
          disabled={busy}
        >
          {busy ? t('注册中…') : t('注册')}
        </button>
      </form>
    </section>
  )
}
