// The reading check of a lesson: asks when it is due, and breaks off without an answer (learner.md §4, *Reading check*).
import { READ_CHECK_GRACE_SEC, readCheck } from '@shuyuan/contract/course/learn/read-check.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'

const SECOND_MS = 1_000
type Place = { courseId: string; fileId: string }

export type ReadCheck = {
  /** '' while the picture's key is on its way */
  captchaKey: string
  /** seconds until learning is broken off */
  left: number
  problem: string
  renew: () => void
  answer: (letters: string) => Promise<void>
}

/** Begins when mounted. The seconds run from the first picture on, so that a lost connection breaks nothing off. */
export function useReadCheck({ courseId, fileId }: Place, { onPass, onBreak }: { onPass: () => void; onBreak: () => void }): ReadCheck {
  const [captchaKey, setCaptchaKey] = useState('')
  const [problem, setProblem] = useState('')
  const [left, setLeft] = useState(READ_CHECK_GRACE_SEC)
  const renew = () => {
    call(readCheck.gen, { courseId, fileId }, { quiet: true }).then(
      (given) => setCaptchaKey(given.captchaKey),
      (error: Error) => setProblem(error.message),
    )
  }
  const begin = useEffectEvent(renew)
  const breakOff = useEffectEvent(onBreak)
  useEffect(() => begin(), [])
  const isShown = captchaKey !== ''
  useEffect(() => {
    if (!isShown) return undefined
    const end = performance.now() + READ_CHECK_GRACE_SEC * SECOND_MS
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / SECOND_MS))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      breakOff()
    }, SECOND_MS / 4)
    return () => clearInterval(timer)
  }, [isShown])
  return {
    captchaKey,
    left,
    problem,
    renew,
    async answer(captchaValue) {
      try {
        await call(readCheck.pass, { courseId, fileId, captchaKey, captchaValue }, { quiet: true })
        onPass()
      } catch (error) {
        setProblem((error as Error).message)
        renew()
      }
    },
  }
}
