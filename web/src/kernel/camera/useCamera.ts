// Shows the camera in a <video> while its component is mounted.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraText } from './camera-texts.ts'
import { openCamera } from './stream.ts'

type Options = {
  /** called when the camera is removed while it runs */
  onLost?: () => void
}

/** @returns the ref of the <video>, whether it runs; otherwise the text of the problem, the way out, and a function that tries again */
export function useCamera({ onLost }: Options = {}) {
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState('')
  const [help, setHelp] = useState('')
  const begins = useRef<() => void>(undefined)
  const lost = useEffectEvent(() => onLost?.())
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
        const { text, help: wayOut } = cameraText(error)
        setHelp(wayOut)
        setProblem(text)
      }
      return undefined
    }
    begins.current = () => {
      close()
      void begin()
    }
    void begin()
    return () => {
      ended = true
      close()
    }
  }, [])
  const retry = () => {
    setProblem('')
    setHelp('')
    setReady(false)
    begins.current?.()
  }
  return { video, ready, problem, help, retry, setProblem }
}
