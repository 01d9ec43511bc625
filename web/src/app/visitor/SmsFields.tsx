// The code sent to a phone: its field, and the button that sends it.
import { useState } from 'react'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import type { SmsProblems, SmsSending } from '../../domains/sys/session/useSmsSending.ts'
import { TextField } from './TextField.tsx'
import styles from '../../kernel/plain/button.module.css'

type MobileProps = { value: string; problem: string | undefined; label?: string; onChange: (value: string) => void }

export const MobileField = ({ value, problem, label = t('手机号'), onChange }: MobileProps) => (
  <TextField label={label} name="mobile" inputMode="tel" autoComplete="tel" value={value} problem={problem} onChange={onChange} />
)

type CodeProps = {
  sending: SmsSending
  mobile: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  /** what is wrong with number or picture; {} once a code is on its way */
  onProblems: (found: SmsProblems) => void
}

export function SmsCodeField({ sending, mobile, value, problem, onChange, onProblems }: CodeProps) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      onProblems(await sending.send(mobile))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextField
      label={t('短信验证码')}
      name="smsCode"
      inputMode="numeric"
      value={value}
      problem={problem}
      onChange={onChange}
      autoComplete="one-time-code"
      maxLength={10}
    >
      <button type="button" className={styles.btn} disabled={busy || sending.wait > 0} onClick={() => void send()}>
        {sending.wait > 0 ? t('{{wait}} 秒后重发', { wait: sending.wait }) : t('获取验证码')}
      </button>
    </TextField>
  )
}
