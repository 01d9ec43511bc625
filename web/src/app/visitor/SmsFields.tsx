// SMS code: mobile number, captcha, code field, and the button that sends the code.
import { t } from '../../kernel/i18n.ts'
import type { SmsProblems, SmsSending } from '../../domains/session/useSmsSending.ts'
import { Captcha } from './Captcha.tsx'
import { TextField } from '../../kernel/plain/TextField.tsx'
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
  /** problems of number or captcha; {} after a code was sent */
  onProblems: (found: SmsProblems) => void
}

export function SmsCodeField({ sending, mobile, value, problem, onChange, onProblems }: CodeProps) {
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
      <button type="button" className={styles.btn} disabled={sending.button.disabled} onClick={() => void sending.send(mobile, onProblems)}>
        {sending.button.text}
      </button>
    </TextField>
  )
}

type EntryProps = {
  sending: SmsSending
  mobile: string
  smsCode: string
  problems: { mobile?: string; captchaValue?: string; smsCode?: string }
  onMobile: (value: string) => void
  onSmsCode: (value: string) => void
  onProblems: (found: SmsProblems) => void
}

export const SmsEntry = ({ sending, mobile, smsCode, problems, onMobile, onSmsCode, onProblems }: EntryProps) => (
  <>
    <MobileField value={mobile} problem={problems.mobile} onChange={onMobile} />
    <Captcha
      captchaKey={sending.captchaKey}
      value={sending.captchaValue}
      problem={problems.captchaValue}
      onChange={sending.setCaptchaValue}
      onRenew={sending.renew}
    />
    <SmsCodeField
      sending={sending}
      mobile={mobile}
      value={smsCode}
      problem={problems.smsCode}
      onChange={onSmsCode}
      onProblems={onProblems}
    />
  </>
)
