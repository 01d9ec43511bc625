// Captures while a file is learnt: a small view of the camera, and a picture for the server every few minutes, and whenever time waits for one.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { pictureOf } from '../../../kernel/camera/stream.ts'
import { useCamera } from '../../../kernel/camera/useCamera.ts'
import { useFaceTracking } from '../../../kernel/camera/useFaceTracking.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { captureRules } from './capture-rules.ts'
import type { LearnCaptureProps } from './LearnCapture.tsx'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './learn-face.module.css'

const MINUTE_MS = 60_000
/** A camera that was just opened shows dark pictures. */
const FIRST_MS = 2_000
/** Time for the learner to sit before the camera again; nothing counts meanwhile. */
const AGAIN_MS = 20_000
const MESSAGE_SECONDS = 6

type CaptureProps = LearnCaptureProps & { minutes: number; limit: number }

export function Capture({ courseId, fileId, minutes, limit, held, due, onTaken, onBreak }: CaptureProps) {
  const leave = () => notify.warning(t('请认真学习，确保人脸在摄像头中央！'), MESSAGE_SECONDS)
  const { video, ready, problem, help, retry } = useCamera({ onLost: leave })
  const isOn = ready && problem === ''
  useFaceTracking({ video, on: isOn, onOut: leave })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const every = minutes * MINUTE_MS
  /** how often the learner asked for a picture */
  const [asked, setAsked] = useState(0)
  /** Takes a picture. @returns when the next one is due */
  const take = useEffectEvent(async (): Promise<number | undefined> => {
    // without a camera an empty picture is sent
    const sent = { courseId, fileId, base64: pictureOf(video.current) }
    const answer = await call(courseFace.save, sent, { quiet: true }).catch(() => undefined)
    if (!answer) return Math.min(AGAIN_MS, every)
    const { passed, isBreak, failCount, faceChance } = answer
    if (isBreak) {
      onBreak(t('连续{{n}}次人脸识别失败！', { n: faceChance }))
      return undefined
    }
    if (failCount > 0)
      notify.warning(t('人脸识别已失败{{n}}次，连续失败{{limit}}次将退出学习！', { n: failCount, limit: faceChance }), MESSAGE_SECONDS)
    onTaken(passed)
    // a learner whose camera does not work needs more time
    return passed || !isOn ? every : Math.min(AGAIN_MS, every)
  })
  const plan = useEffectEvent(function plan(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      const next = await take()
      if (next !== undefined) plan(next)
    }, ms)
  })
  useEffect(() => {
    plan(isOn ? FIRST_MS : every)
    return () => clearTimeout(timer.current)
  }, [isOn, every])
  useEffect(() => {
    if (due || asked > 0) plan(0)
  }, [due, asked])
  return (
    <figure className={styles.capture} data-held={held}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={problem !== ''} />
      {/* a problem is an element of its own, which screen readers read as soon as it comes */}
      {problem === '' ? (
        <figcaption key="state" role="status">
          {held ? t('请正对摄像头：拍到您本人后才开始计时') : t('请认真学习，确保人脸在摄像头中央！')}
          {held && <small>{captureRules({ minutes, limit })}</small>}
        </figcaption>
      ) : (
        <figcaption key="problem" role="alert">
          {problem} {help}
          {held && <small>{captureRules({ minutes, limit })}</small>}
        </figcaption>
      )}
      {problem !== '' && (
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={retry}>
          {t('重试')}
        </button>
      )}
      {problem === '' && held && ready && (
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => setAsked((n) => n + 1)}>
          {t('立即拍照')}
        </button>
      )}
    </figure>
  )
}
