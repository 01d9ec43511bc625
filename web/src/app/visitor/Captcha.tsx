// The captcha: a picture that a click renews, and the field for its text.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { t } from '../../kernel/i18n.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import styles from './visitor.module.css'

type CaptchaProps = {
  captchaKey: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  /** requests a new key, and with it a new picture */
  onRenew: () => void
}

export function Captcha({ captchaKey, value, problem, onChange, onRenew }: CaptchaProps) {
  const text = t('点击图片刷新验证码')
  return (
    <TextField
      label={t('图形验证码')}
      name="captchaValue"
      value={value}
      problem={problem}
      onChange={onChange}
      autoComplete="off"
      maxLength={8}
    >
      <button type="button" className={styles.captcha} onClick={onRenew} aria-label={text} title={text}>
        <img src={`${captcha.gen.path}?key=${captchaKey}`} alt={t('图形验证码')} width={120} height={40} />
      </button>
    </TextField>
  )
}
