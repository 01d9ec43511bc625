// Sending an SMS code: captcha first, then a 60 s delay.
import { issueText } from '../../kernel/messages.ts'
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { mobile as mobileRule } from '@shuyuan/contract/kernel/rule.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call/api.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { newId } from '../../kernel/state/new-id.ts'

export type SmsProblems = { mobile?: string; captchaValue?: string }
/** long enough to read and type it */
const DEMO_CODE_SECONDS = 20
type SmsType = Body<typeof visitor.sms>['smsType']

export const newCaptchaKey = newId

/** The problem of a phone number with the specified text; empty if it is valid. */
export function mobileProblem(value: string): { mobile?: string } {
  if (value.trim() === '') return { mobile: t('手机号不能为空') }
  const read = mobileRule.safeParse(value)
  return read.success ? {} : { mobile: issueText(read.error.issues[0]?.message ?? '') }
}

/** The problems of a phone number and its SMS code. */
export const smsCodeProblem = (mobile: string, smsCode: string): { mobile?: string; smsCode?: string } => ({
  ...mobileProblem(mobile),
  ...(smsCode.trim() === '' ? { smsCode: t('短信验证码不能为空') } : {}),
})

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

/**
 * The captcha, its input, and the button that sends a code.
 * `send` calls `onProblems` with the problems by field, {} after success; refusals of the server are shown automatically.
 */
export function useSmsSending(smsType: SmsType) {
  const [captchaKey, setCaptchaKey] = useState(newCaptchaKey)
  const [captchaValue, setCaptchaValue] = useState('')
  const [wait, setWait] = useCountdown()
  const [busy, setBusy] = useState(false)
  const renew = () => {
    setCaptchaKey(newCaptchaKey())
    setCaptchaValue('')
  }
  const ask = async (mobile: string): Promise<SmsProblems> => {
    const found: SmsProblems = {
      ...mobileProblem(mobile),
      ...(captchaValue.trim() === '' ? { captchaValue: t('图形验证码不能为空！') } : {}),
    }
    if (Object.keys(found).length > 0) return found
    if (!(await call(captcha.check, { captchaKey, captchaValue }))) {
      renew()
      return { captchaValue: t('验证码错误或已失效，请点击图片刷新验证码！') }
    }
    try {
      const { waitSeconds, demoCode } = await call(visitor.sms, { mobile, captchaKey, captchaValue, smsType })
      setWait(waitSeconds)
      if (demoCode === undefined) notify.success(t('短信发送成功，请查收手机短信！'))
      else if (demoCode === '') notify.warning(t('演示站点不发送短信，也不显示这个手机号的验证码'))
      else notify.info(t('演示站点不发送短信，验证码：{{demoCode}}', { demoCode }), DEMO_CODE_SECONDS)
      return {}
    } finally {
      // a captcha is valid for one request, whatever its result
      renew()
    }
  }
  const send = async (mobile: string, onProblems: (found: SmsProblems) => void) => {
    setBusy(true)
    try {
      onProblems(await ask(mobile))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  const button = { disabled: busy || wait > 0, text: wait > 0 ? t('{{wait}} 秒后重发', { wait }) : t('获取验证码') }
  return { captchaKey, captchaValue, setCaptchaValue, renew, button, send }
}
export type SmsSending = ReturnType<typeof useSmsSending>
