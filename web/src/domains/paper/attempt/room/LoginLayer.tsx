// Sign-in dialog over the paper after the session was lost; answers stay in the buffer (exam-rules.md, *Offline buffer*).
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { type SubmitEvent, useId, useState } from 'react'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { newId } from '../../../../kernel/state/new-id.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Dialog, focusFirst } from '../../../../kernel/plain/Dialog.tsx'
import { PasswordInput, TextInput } from '../../../../kernel/plain/TextInput.tsx'
import { signIn, useMe } from '../../../../shared/session/session.ts'
import styles from './login-layer.module.css'

const captchaCodes: number[] = [errors.captchaNeeded[0], errors.captchaWrong[0]]
const newKey = newId

/** `reason`: why the session ended. Only the paper's owner can continue. */
export function LoginLayer({ reason, onSignedIn }: { reason: string; onSignedIn: () => void }) {
  const me = useMe()
  const [password, setPassword] = useState('')
  const [captchaKey, setCaptchaKey] = useState<string>()
  const [captchaValue, setCaptchaValue] = useState('')
  const [problem, setProblem] = useState(reason)
  const [busy, setBusy] = useState(false)
  const id = useId()

  const refused = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error
    setProblem(error.message)
    if (captchaKey !== undefined || captchaCodes.includes(error.code)) setCaptchaKey(newKey())
    setCaptchaValue('')
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    try {
      const body = { userName: me.userName, password, ...(captchaKey === undefined ? {} : { captchaKey, captchaValue }) }
      const { token } = await call(visitor.login, body, { quiet: true })
      signIn(token)
      onSignedIn()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('请重新登录后继续考试')}>
      <form className={styles.relogin} onSubmit={(event) => void submit(event)}>
        <Alert kind="warning" title={problem} description={t('您的答案已保存在本机，登录后会自动上传。')} />
        <div>
          <label htmlFor={`${id}-user`}>{t('用户名')}</label>
          <TextInput id={`${id}-user`} value={me.userName} disabled autoComplete="username" />
        </div>
        <div>
          <label htmlFor={`${id}-password`}>{t('密码')}</label>
          <PasswordInput
            {...focusFirst}
            id={`${id}-password`}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </div>
        {captchaKey !== undefined && (
          <div>
            <label htmlFor={`${id}-captcha`}>{t('图形验证码')}</label>
            <span className={styles.reloginCaptcha}>
              <TextInput
                id={`${id}-captcha`}
                value={captchaValue}
                onChange={(event) => setCaptchaValue(event.target.value)}
                autoComplete="off"
                maxLength={8}
              />
              <button type="button" onClick={() => setCaptchaKey(newKey())} aria-label={t('点击图片刷新验证码')}>
                <img src={`${captcha.gen.path}?key=${captchaKey}`} alt={t('图形验证码')} width={120} height={40} />
              </button>
            </span>
          </div>
        )}
        <Button strong type="submit" busy={busy} block>
          {t('登录并继续考试')}
        </Button>
      </form>
    </Dialog>
  )
}
