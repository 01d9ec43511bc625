// Camera preview in the exam room, and a capture for the server every few minutes.
import { useEffect, useEffectEvent } from 'react'
import { pictureOf } from '../../../../kernel/camera/stream.ts'
import { useCamera } from '../../../../kernel/camera/useCamera.ts'
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
const lastKey = (paperId: string) => `exam-capture:${paperId}`

type CameraProps = { paperId: string; minutes: number; onPicture: (base64: string) => void }

export function Camera({ paperId, minutes, onPicture }: CameraProps) {
  const { video, problem, help, retry, setProblem } = useCamera({
    onLost: () => setProblem(t('请诚信考试，确保人脸在摄像头中央！')),
    onProblem: (message) => notify.error(message, MESSAGE_SECONDS),
  })
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
    <figure className={styles.roomCamera} data-part="camera" data-problem={problem !== ''}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={problem !== ''} />
      <figcaption role="status">{problem === '' ? t('请诚信考试，确保人脸在摄像头中央！') : `${problem} ${help}`}</figcaption>
      {problem !== '' && (
        <Button small onClick={retry}>
          {t('重试')}
        </Button>
      )}
    </figure>
  )
}
