// Sign-in by password. The captcha appears when the server requires it, or after three failures here.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useState } from 'react'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { newCaptchaKey } from '../../domains/session/useSmsSending.ts'
import { t } from '../../kernel/i18n.ts'
import { Captcha } from './Captcha.tsx'
import { type Problems, problemsOf } from '../../kernel/plain/problems.ts'
import { NameAndPassword, type SignInMethodProps, SubmitButton } from './SignInFields.tsx'
import styles from './visitor.module.css'

const FAILURES_BEFORE_CAPTCHA = 3
const captchaCodes: number[] = [errors.captchaNeeded[0], errors.captchaWrong[0]]

export function PasswordForm({ onToken, onRefused, bindKey, userName: known }: SignInMethodProps) {
  const [userName, setUserName] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [captchaValue, setCaptchaValue] = useState('')
  const [captchaKey, setCaptchaKey] = useState(newCaptchaKey)
  const [failures, setFailures] = useState(0)
  const [asked, setAsked] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const withCaptcha = asked || failures >= FAILURES_BEFORE_CAPTCHA

  const renew = () => {
    setCaptchaKey(newCaptchaKey())
    setCaptchaValue('')
  }
  const refused = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error
    setFailures((count) => count + 1)
    if (captchaCodes.includes(error.code)) setAsked(true)
    renew()
    onRefused?.(error)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const body = {
      userName,
      password,
      ...(withCaptcha ? { captchaKey, captchaValue } : {}),
      ...(bindKey === undefined ? {} : { bindKey }),
    }
    const found = {
      ...problemsOf(visitor.login, body),
      ...(withCaptcha && captchaValue.trim() === '' ? { captchaValue: t('验证码不能为空！') } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      onToken((await call(visitor.login, body)).token)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <NameAndPassword
        userName={userName}
        password={password}
        problems={problems}
        onUserName={setUserName}
        onPassword={setPassword}
        isKnown={known !== undefined}
      />
      {withCaptcha && (
        <Captcha captchaKey={captchaKey} value={captchaValue} problem={problems.captchaValue} onChange={setCaptchaValue} onRenew={renew} />
      )}
      <SubmitButton busy={busy} />
    </form>
  )
}
