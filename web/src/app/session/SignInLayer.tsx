// The layer over a page whose session has ended. The page below stays as it is.
import { FactorStep, totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { leave, resume } from '../../shared/session/session-life.ts'
import { useMe } from '../../shared/session/session.ts'
import { FactorForm } from '../visitor/FactorForm.tsx'
import { PasswordForm } from '../visitor/PasswordForm.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import fieldStyles from '../../kernel/plain/field.module.css'
import visitorStyles from '../visitor/visitor.module.css'
import styles from './session.module.css'

type Half = { token: string; step: FactorStep }

export function SignInLayer() {
  const { userName } = useMe()
  const [half, setHalf] = useState<Half>()
  const [refusal, setRefusal] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // not the name, which is fixed
    dialog.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  /** Goes on with a session, or to its second step. */
  const take = async (token: string) => {
    setRefusal('')
    try {
      const { step } = await call(totp['totp-state'], {}, { token, quiet: true })
      if (step === null) resume(token)
      else setHalf({ token, step })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setRefusal(error.message)
    }
  }
  return (
    <dialog
      ref={dialog}
      className={styles.layer}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // a browser may close a dialog at the second Escape nevertheless
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={titleId}>{t('登录已超时')}</h2>
      <p className={visitorStyles.loginHint}>{t('重新验证身份后继续，页面上填写的内容都还在。')}</p>
      {half === undefined && (
        <PasswordForm userName={userName} onToken={(token) => void take(token)} onRefused={(failure) => setRefusal(failure.message)} />
      )}
      {half?.step === FactorStep.code && <FactorForm token={half.token} onDone={() => resume(half.token)} />}
      {half?.step === FactorStep.enrol && (
        <p className={visitorStyles.form}>{t('您的角色现在要求两步验证，请退出登录后重新登录并完成设置。')}</p>
      )}
      {refusal !== '' && (
        <p className={fieldStyles.fieldProblem} role="alert">
          {refusal}
        </p>
      )}
      <p className={styles.other}>
        <a href="/login" target="_blank" rel="opener">
          {t('用其他方式登录')}
        </a>
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => void leave()}>
          {t('退出登录')}
        </button>
      </p>
    </dialog>
  )
}
