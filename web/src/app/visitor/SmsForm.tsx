// Signing in by a code sent to the phone.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { mobile as mobileRule } from '@shuyuan/contract/kernel/rule.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { type SubmitEvent, useEffect, useState } from 'react'
import { call, CallFailure } from '../../kernel/api.ts'
import { said, t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { Captcha, newCaptchaKey } from './Captcha.tsx'
import { TextField } from './TextField.tsx'

type Problems = { mobile?: string; captchaValue?: string; smsCode?: string }
const unlessRefused = (error: unknown) => {
  if (!(error instanceof CallFailure)) throw error
}

const mobileProblem = (value: string): Problems => {
  if (value.trim() === '') return { mobile: t('手机号不能为空') }
  const read = mobileRule.safeParse(value)
  return read.success ? {} : { mobile: said(read.error.issues[0]?.message ?? '') }
}

/** Counts whole seconds down to 0. */
function useCountdown() {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft] as const
}

export function SmsForm({ onToken }: { onToken: (token: string) => void }) {
  const [mobile, setMobile] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [captchaValue, setCaptchaValue] = useState('')
  const [captchaKey, setCaptchaKey] = useState(newCaptchaKey)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [wait, setWait] = useCountdown()

  const renew = () => {
    setCaptchaKey(newCaptchaKey())
    setCaptchaValue('')
  }
  const during = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    await work()
      .catch(unlessRefused)
      .finally(() => setBusy(false))
  }
  const sendCode = async () => {
    const found: Problems = { ...mobileProblem(mobile), ...(captchaValue.trim() === '' ? { captchaValue: t('图形验证码不能为空！') } : {}) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (!(await call(captcha.check, { captchaKey, captchaValue }))) {
      setProblems({ captchaValue: t('验证码错误或已失效，请点击图片刷新验证码！') })
      renew()
      return
    }
    const { waitSeconds } = await call(user.sms, { mobile, captchaKey, captchaValue, smsType: 'login' })
    setWait(waitSeconds)
    notify.success(t('短信发送成功，请查收手机短信！'))
  }
  const signIn = async () => {
    const found: Problems = { ...mobileProblem(mobile), ...(smsCode.trim() === '' ? { smsCode: t('短信验证码不能为空') } : {}) }
    setProblems(found)
    if (Object.keys(found).length === 0) onToken((await call(user['mobile-login'], { mobile, smsCode })).token)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void during(signIn)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={t('手机号')}
        name="mobile"
        inputMode="tel"
        value={mobile}
        problem={problems.mobile}
        onChange={setMobile}
        autoComplete="tel"
      />
      <Captcha captchaKey={captchaKey} value={captchaValue} problem={problems.captchaValue} onChange={setCaptchaValue} onRenew={renew} />
      <TextField
        label={t('短信验证码')}
        name="smsCode"
        inputMode="numeric"
        value={smsCode}
        problem={problems.smsCode}
        onChange={setSmsCode}
        autoComplete="one-time-code"
      >
        <button type="button" className="btn" disabled={busy || wait > 0} onClick={() => void during(sendCode)}>
          {wait > 0 ? t('{{wait}} 秒后重发', { wait }) : t('获取验证码')}
        </button>
      </TextField>
      <button type="submit" className="btn btn-primary btn-block" disabled={busy}>
        {t('登录')}
      </button>
    </form>
  )
}
