// The dialog of the reading check. It cannot be closed, only answered.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './lesson-dialog.module.css'
import { useReadCheck } from './useReadCheck.ts'

type ReadCheckDialogProps = {
  courseId: string
  fileId: string
  onPass: () => void
  /** no answer in time */
  onBreak: () => void
}

export function ReadCheckDialog({ courseId, fileId, onPass, onBreak }: ReadCheckDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [letters, setLetters] = useState('')
  const [busy, setBusy] = useState(false)
  const titleId = useId()
  const check = useReadCheck({ courseId, fileId }, { onPass, onBreak })
  useEffect(() => dialog.current?.showModal(), [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || letters.trim() === '' || check.captchaKey === '') return
    setBusy(true)
    await check.answer(letters.trim())
    setLetters('')
    setBusy(false)
  }
  const renewText = t('点击图片刷新验证码')
  return (
    <dialog ref={dialog} className={styles.ask} aria-labelledby={titleId} onCancel={(event) => event.preventDefault()}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={titleId}>{t('阅读验证')}</h2>
        <p>{t('请输入图中的字符，证明您仍在学习。')}</p>
        <p className={styles.left} role="timer" aria-live="off">
          {t('还剩 {{n}} 秒，超时将退出学习', { n: check.left })}
        </p>
        <div className={styles.letters}>
          <input
            aria-label={t('图形验证码')}
            value={letters}
            onChange={(event) => setLetters(event.target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={8}
            // the only thing that can be done here
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <button type="button" onClick={check.renew} aria-label={renewText} title={renewText}>
            {check.captchaKey !== '' && (
              <img src={`${captcha.gen.path}?key=${check.captchaKey}`} alt={t('图形验证码')} width={120} height={40} />
            )}
          </button>
        </div>
        <p role="alert" className={styles.problem}>
          {check.problem}
        </p>
        <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} disabled={busy || letters.trim() === ''}>
          {t('继续学习')}
        </button>
      </form>
    </dialog>
  )
}
