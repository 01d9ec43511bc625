// Sign-in dialog over the paper after the session was lost; answers stay in the buffer (exam-rules.md, *Offline buffer*).
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { visitor } from '@shuyuan/contract/sys/account/user-sign-in.ts'
import { Alert, Button, Input, Modal } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { newId } from '../../../../kernel/new-id.ts'
import { signIn, useMe } from '../../../../shared/session.ts'
import styles from './room.module.css'

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
    <Modal open title={t('请重新登录后继续考试')} closable={false} mask={{ closable: false }} keyboard={false} footer={null}>
      <form className={styles.relogin} onSubmit={(event) => void submit(event)}>
        <Alert type="warning" showIcon title={problem} description={t('您的答案已保存在本机，登录后会自动上传。')} />
        <label>
          {t('用户名')}
          <Input value={me.userName} disabled autoComplete="username" />
        </label>
        <label>
          {t('密码')}
          <Input.Password
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            autoFocus
          />
        </label>
        {captchaKey !== undefined && (
          <label>
            {t('图形验证码')}
            <span className={styles.reloginCaptcha}>
              <Input value={captchaValue} onChange={(event) => setCaptchaValue(event.target.value)} autoComplete="off" maxLength={8} />
              <button type="button" onClick={() => setCaptchaKey(newKey())} aria-label={t('点击图片刷新验证码')}>
                <img src={`${captcha.gen.path}?key=${captchaKey}`} alt={t('图形验证码')} width={120} height={40} />
              </button>
            </span>
          </label>
        )}
        <Button type="primary" htmlType="submit" loading={busy} block>
          {t('登录并继续考试')}
        </Button>
      </form>
    </Modal>
  )
}
