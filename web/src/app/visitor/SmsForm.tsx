// Sign-in by SMS code.
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useState } from 'react'
import { smsCodeProblem, useSmsSending } from '../../domains/session/useSmsSending.ts'
import { call } from '../../kernel/call/api.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { SmsEntry } from './SmsFields.tsx'
import { type SignInMethodProps, SubmitButton } from './SignInFields.tsx'
import styles from './visitor.module.css'

type Problems = { mobile?: string; captchaValue?: string; smsCode?: string }

export function SmsForm({ onToken, onRefused, bindKey }: SignInMethodProps) {
  const [mobile, setMobile] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const sending = useSmsSending('login')

  const signIn = async () => {
    setBusy(true)
    try {
      onToken((await call(visitor['mobile-login'], { mobile, smsCode, ...(bindKey === undefined ? {} : { bindKey }) })).token)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      onRefused?.(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found: Problems = smsCodeProblem(mobile, smsCode)
    setProblems(found)
    if (!busy && Object.keys(found).length === 0) void signIn()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SmsEntry
        sending={sending}
        mobile={mobile}
        smsCode={smsCode}
        problems={problems}
        onMobile={setMobile}
        onSmsCode={setSmsCode}
        onProblems={setProblems}
      />
      <SubmitButton busy={busy} />
    </form>
  )
}
