// Camera preview in the exam room, a capture for the server every few minutes, and word of an empty chair in between.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { pictureOf } from '../../../../kernel/camera/stream.ts'
import { useCamera } from '../../../../kernel/camera/useCamera.ts'
import { useFaceTracking } from '../../../../kernel/camera/useFaceTracking.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import styles from './camera.module.css'

const MINUTE_MS = 60_000
/**
 * Earliest capture after a page load. Reloading does not postpone captures, and a device without a capture begins with one, because the
 * server counts from the last capture of the paper.
 */
const SOONEST_MS = 5_000
const MESSAGE_SECONDS = 6
/** Pictures in which a face is looked for: an exam lasts for hours, also on a battery (decision 140). */
const FOLLOW_EVERY_MS = 1_000
/** All candidates begin at once and would fetch the models at once; each waits for some moment of this time. */
const SPREAD_MS = 2 * MINUTE_MS
const lastKey = (paperId: string) => `exam-capture:${paperId}`

type CameraProps = {
  paperId: string
  minutes: number
  /** whether faces are looked for between captures */
  follows: boolean
  onPicture: (base64: string) => void
  /** no face is before the camera; at most once a minute */
  onUnseen: () => void
}

export function Camera({ paperId, minutes, follows, onPicture, onUnseen }: CameraProps) {
  const { video, ready, problem, help, retry, setProblem } = useCamera({
    onLost: () => setProblem(t('请诚信考试，确保人脸在摄像头中央！')),
  })
  const sight = useUnseen(video, follows && ready && problem === '', onUnseen)
  const take = useEffectEvent(() => {
    localStorage.setItem(lastKey(paperId), String(Date.now()))
    // without a camera an empty picture is sent
    onPicture(pictureOf(video.current))
  })
  useEffect(() => {
    const every = minutes * MINUTE_MS
    const since = Date.now() - Number(localStorage.getItem(lastKey(paperId)) ?? 0)
    let timer = setTimeout(
      function next() {
        take()
        timer = setTimeout(next, every)
      },
      Math.min(every, Math.max(SOONEST_MS, every - since)),
    )
    return () => clearTimeout(timer)
  }, [paperId, minutes])
  return (
    <figure className={styles.roomCamera} data-part="camera" data-problem={problem !== ''} data-sight={sight}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={problem !== ''} />
      {/* a problem is an element of its own, which screen readers read as soon as it comes */}
      {problem === '' ? (
        <figcaption key="state" role="status">
          {t('请诚信考试，确保人脸在摄像头中央！')}
        </figcaption>
      ) : (
        <figcaption key="problem" role="alert">
          {problem} {help}
        </figcaption>
      )}
      {problem !== '' && (
        <Button small onClick={retry}>
          {t('重试')}
        </Button>
      )}
    </figure>
  )
}

/** Tells the candidate every ten seconds that no face is before the camera. @returns what the camera sees */
function useUnseen(video: RefObject<HTMLVideoElement | null>, on: boolean, onUnseen: () => void) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [])
  const reported = useRef(-MINUTE_MS)
  return useFaceTracking({
    video,
    on: on && isTime,
    everyMs: FOLLOW_EVERY_MS,
    onOut: () => {
      notify.warning(t('请诚信考试，确保人脸在摄像头中央！'), MESSAGE_SECONDS)
      if (performance.now() - reported.current < MINUTE_MS) return
      reported.current = performance.now()
      onUnseen()
    },
  })
}
