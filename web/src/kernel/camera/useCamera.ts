// Shows the camera in a <video> while its component is mounted.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { CameraProblem, openCamera } from './stream.ts'

type Options = {
  /** called when the camera is removed while it runs */
  onLost?: () => void
  onProblem?: (words: string) => void
}

/** @returns the ref of the <video>, whether it runs, and the text of the problem if it does not */
export function useCamera({ onLost, onProblem }: Options = {}) {
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState('')
  const lost = useEffectEvent(() => onLost?.())
  const failed = useEffectEvent((words: string) => {
    setProblem(words)
    onProblem?.(words)
  })
  useEffect(() => {
    let ended = false
    let close = () => {}
    const begin = async () => {
      try {
        const camera = await openCamera()
        close = camera.close
        if (ended || !video.current) return close()
        for (const track of camera.stream.getVideoTracks()) track.addEventListener('ended', () => lost())
        video.current.srcObject = camera.stream
        await video.current.play()
        setReady(true)
      } catch (error) {
        if (ended) return undefined
        const isOld = error instanceof CameraProblem && error.kind === 'old'
        failed(isOld ? t('您的浏览器不支持媒体访问，请升级浏览器！') : t('摄像头载入失败，请确认电脑上有摄像头且已允许网页访问！'))
      }
      return undefined
    }
    void begin()
    return () => {
      ended = true
      close()
    }
  }, [])
  return { video, ready, problem, setProblem }
}
