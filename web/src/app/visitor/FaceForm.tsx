// Sign-in by face: a camera picture that the server compares.
import { visitor } from '@shuyuan/contract/sys/account/user-sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kernel/call/api.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { CameraProblem, openCamera, pictureOf } from '../../kernel/camera/stream.ts'
import { t } from '../../kernel/i18n.ts'
import type { SignInMethodProps } from './sign-in-method.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './visitor.module.css'

type Camera = { stream?: MediaStream; problem?: string }

const problemText = (error: unknown) =>
  error instanceof CameraProblem && error.kind === 'old'
    ? t('您的浏览器不支持媒体访问，请升级浏览器！')
    : t('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！')

export function FaceForm({ onToken, onRefused }: SignInMethodProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera>({})
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let left = false
    const opening = openCamera()
    opening.then(
      ({ stream }) => !left && setCamera({ stream }),
      (error: unknown) => !left && setCamera({ problem: problemText(error) }),
    )
    return () => {
      left = true
      void opening.then(({ close }) => close()).catch(() => undefined)
    }
  }, [])
  useEffect(() => {
    if (video.current && camera.stream) video.current.srcObject = camera.stream
  }, [camera])
  const send = async () => {
    const picture = pictureOf(video.current)
    if (picture === '') return
    setBusy(true)
    try {
      onToken((await call(visitor['face-login'], { base64: picture })).token)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      onRefused?.(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.form}>
      <video ref={video} className={styles.faceVideo} autoPlay playsInline muted aria-label={t('摄像头画面')} />
      {camera.problem && (
        <p className={styles.fieldProblem} role="alert">
          {camera.problem}
        </p>
      )}
      <button
        type="button"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)}
        disabled={busy || !camera.stream}
        onClick={() => void send()}
      >
        {busy ? t('正在比对，请稍候..') : t('登录')}
      </button>
    </div>
  )
}
