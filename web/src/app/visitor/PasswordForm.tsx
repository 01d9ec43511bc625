// Signing in by password. The captcha appears when the server asks for it, or after three failures here.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { type SubmitEvent, useState } from 'react'
import { call, CallFailure } from '../../kernel/api.ts'
import { said, t } from '../../kernel/i18n.ts'
import { Captcha, newCaptchaKey } from './Captcha.tsx'
import { TextField } from './TextField.tsx'

const FAILURES_BEFORE_CAPTCHA = 3
const captchaCodes: number[] = [errors.captchaNeeded[0], errors.captchaWrong[0]]

type Problems = Record<string, string | undefined>
const form = user.login.input

/** The first problem of each field, in the contract's words. */
function problemsOf(body: unknown): Problems {
  const read = form.safeParse(body)
  return Object.fromEntries((read.error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), said(issue.message)]))
}

export function PasswordForm({ onToken }: { onToken: (token: string) => void }) {
  const [userName, setUserName] = useState('')
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
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const body = { userName, password, ...(withCaptcha ? { captchaKey, captchaValue } : {}) }
    const found = { ...problemsOf(body), ...(withCaptcha && captchaValue.trim() === '' ? { captchaValue: t('验证码不能为空！') } : {}) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      onToken((await call(user.login, body)).token)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('用户名')}
        name="userName"
        value={userName}
        problem={problems.userName}
        onChange={setUserName}
        autoComplete="username"
        autoFocus
      />
      <TextField
        label={t('密码')}
        name="password"
        type="password"
        value={password}
        problem={problems.password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      {withCaptcha && (
        <Captcha captchaKey={captchaKey} value={captchaValue} problem={problems.captchaValue} onChange={setCaptchaValue} onRenew={renew} />
      )}
      <button type="submit" className="btn btn-primary btn-block" disabled={busy}>
        {busy ? t('登录中…') : t('登录')}
      </button>
    </form>
  )
}
