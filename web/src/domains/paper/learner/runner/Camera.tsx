// The camera in the exam room: a small picture of oneself, and one for the server every few minutes.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { CameraProblem, openCamera, pictureOf } from './camera-stream.ts'

const MINUTE_MS = 60_000
/** A reload does not put a picture off. */
const SOONEST_MS = 5_000
const SAID_SECONDS = 6
const lastKey = (paperId: string) => `exam-capture:${paperId}`

type CameraProps = { paperId: string; minutes: number; onPicture: (base64: string) => void }

export function Camera({ paperId, minutes, onPicture }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let ended = false
    let close = () => {}
    const begin = async () => {
      try {
        const camera = await openCamera()
        close = camera.close
        if (ended || !video.current) return close()
        for (const track of camera.stream.getVideoTracks())
          track.addEventListener('ended', () => setProblem(t('请诚信考试，确保人脸在摄像头中央！')))
        video.current.srcObject = camera.stream
        await video.current.play()
      } catch (error) {
        if (ended) return undefined
        const isOld = error instanceof CameraProblem && error.kind === 'old'
        const words = isOld ? t('您的浏览器不支持媒体访问，请升级浏览器！') : t('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！')
        setProblem(words)
        notify.error(words, SAID_SECONDS)
      }
      return undefined
    }
    void begin()
    return () => {
      ended = true
      close()
    }
  }, [])
  const take = useEffectEvent(() => {
    localStorage.setItem(lastKey(paperId), String(Date.now()))
    // without a camera an empty picture says so
    onPicture(pictureOf(video.current))
  })
  useEffect(() => {
    const every = minutes * MINUTE_MS
    const last = localStorage.getItem(lastKey(paperId)) ?? String(Date.now())
    localStorage.setItem(lastKey(paperId), last)
    const since = Date.now() - Number(last)
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
    <figure className="room-camera" data-problem={problem !== ''}>
      <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={problem !== ''} />
      <figcaption role="status">{problem === '' ? t('请诚信考试，确保人脸在摄像头中央！') : problem}</figcaption>
    </figure>
  )
}
