// The second step of a sign-in: a code of the authenticator app, or a recovery code.
import { totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { type SubmitEvent, useState } from 'react'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { problemsOf } from '../../kernel/plain/problems.ts'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

type FactorFormProps = {
  /** the session that waits for the code; the stored one by default */
  token?: string
  onDone: () => void
}

export function FactorForm({ token, onDone }: FactorFormProps) {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = problemsOf(totp['totp-verify'], { code }).code
    setProblem(found)
    if (busy || found !== undefined) return
    setBusy(true)
    try {
      await call(totp['totp-verify'], { code }, { quiet: true, ...(token === undefined ? {} : { token }) })
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setProblem(error.message)
      setCode('')
    } finally {
      setBusy(false)
    }
  }
  const turn = () => {
    setRecovery(!recovery)
    setCode('')
    setProblem(undefined)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        key={String(recovery)}
        label={recovery ? t('恢复码') : t('验证码')}
        name="code"
        value={code}
        problem={problem}
        onChange={setCode}
        hint={recovery ? t('每个恢复码只能使用一次') : t('打开手机上的验证器应用，输入 6 位数字')}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={recovery ? 40 : 7}
        autoFocus
      />
      <button
        type="submit"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}
        disabled={busy}
      >
        {t('验证')}
      </button>
      <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnBlock)} onClick={turn}>
        {recovery ? t('使用验证器应用') : t('手机不在身边？使用恢复码')}
      </button>
    </form>
  )
}
