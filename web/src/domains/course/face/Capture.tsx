// Captures while a file is learnt: a small view of the camera, and a picture for the server every few minutes.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { pictureOf } from '../../../kernel/camera/stream.ts'
import { useCamera } from '../../../kernel/camera/useCamera.ts'
import { useFaceTracking } from '../../../kernel/camera/useFaceTracking.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './learn-face.module.css'

const MINUTE_MS = 60_000
/** A page that was just opened sends its first picture early, so that a reload postpones nothing. */
const FIRST_MS = 10_000
const MESSAGE_SECONDS = 6

type CaptureProps = {
  courseId: string
  fileId: string
  minutes: number
  /** too many failures: counting stops, with the reason */
  onBreak: (text: string) => void
}

export function Capture({ courseId, fileId, minutes, onBreak }: CaptureProps) {
  const leave = () => notify.warning(t('请认真学习，确保人脸在摄像头中央！'), MESSAGE_SECONDS)
  const { video, ready, problem, help, retry } = useCamera({ onLost: leave, onProblem: (text) => notify.error(text, MESSAGE_SECONDS) })
  useFaceTracking({ video, on: ready && problem === '', onOut: leave })
  const take = useEffectEvent(async () => {
    // without a camera an empty picture is sent
    const sent = { courseId, fileId, base64: pictureOf(video.current) }
    const answer = await call(courseFace.save, sent, { quiet: true }).catch(() => undefined)
    if (!answer) return
    const { isBreak, failCount, faceChance } = answer
    if (isBreak) onBreak(t('连续{{n}}次人脸识别失败！', { n: faceChance }))
    else if (failCount > 0)
      notify.warning(t('人脸识别已失败{{n}}次，连续失败{{limit}}次将退出学习！', { n: failCount, limit: faceChance }), MESSAGE_SECONDS)
  })
  useEffect(() => {
    let timer = setTimeout(
      function next() {
        void take()
        timer = setTimeout(next, minutes * MINUTE_MS)
      },
      Math.min(FIRST_MS, minutes * MINUTE_MS),
    )
    return () => clearTimeout(timer)
  }, [minutes])
  return (
    <figure className={styles.capture}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={problem !== ''} />
      <figcaption role="status">{problem === '' ? t('请认真学习，确保人脸在摄像头中央！') : `${problem} ${help}`}</figcaption>
      {problem !== '' && (
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={retry}>
          {t('重试')}
        </button>
      )}
    </figure>
  )
}
