// Learns the open file: counts while the page is visible; reports every 10 s, on a pause, and before another file is opened.
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { useView } from '../../../kernel/state/store.ts'
import { isMedia, type LearnItem, wayOf } from '../catalog/course-labels.ts'
import { storedSeconds } from './stored-seconds.ts'
import type { LearnView } from './learn-view.ts'
import { Learning } from './learning.ts'

const TICK_MS = 1_000
/** the longest wait for the final report of the previous file */
const SAVE_MS = 8_000

const learningOf = (userId: string, courseId: string, file: LearnItem) => {
  const { fileId, learnSec } = file
  const place = { courseId, fileId }
  return new Learning({
    film: isMedia(wayOf(file)) && wayOf(file) !== 'live',
    now: () => performance.now(),
    open: () => call(courseFileLearn['load-process'], place, { quiet: true }),
    save: (report, keepalive) =>
      call(courseFileLearn['save-process'], { ...place, ...report }, { quiet: true, keepalive, timeoutMs: SAVE_MS }),
    fix: (session) => call(courseFileLearn['fix-process'], { ...place, session }, { quiet: true }),
    stored: storedSeconds(userId, courseId, fileId),
    counted: learnSec,
  })
}

/** Opens a file only after the final report of the previous one was sent. */
export class Turns {
  #before: Promise<unknown> = Promise.resolve()
  after = (work: () => unknown) => void this.#before.then(work)
  leave = (finalReport: Promise<unknown>) => {
    this.#before = finalReport
  }
}

export type LearnHandle = {
  view: LearnView
  /** a video or audio started or stopped playing */
  play: (isPlaying: boolean) => void
  /** position in seconds */
  at: (seconds: number) => void
  /** the medium jumps to another place */
  jump: (to: number) => void
  /** the end was reached; resolves with the missing seconds */
  end: () => Promise<number>
  /** something has to be answered before time counts again */
  hold: (isHeld: boolean) => void
  /** the reading check was passed; the next comes after these seconds */
  checked: (seconds: number) => void
  /** the question of the file was answered */
  answered: (stopAt: number | null) => void
  /** the server has judged a capture */
  captured: (passed: boolean) => void
  retry: () => void
  /** nothing counts any more; `elsewhere`: because another page counts now */
  stop: (elsewhere?: boolean) => void
}

type LearnPlace = { userId: string; courseId: string; file: LearnItem; turns: Turns }

/** Opens the file given on the first render. `onView` is called on every change. */
export function useLearning({ userId, courseId, file, turns }: LearnPlace, onView: (view: LearnView) => void): LearnHandle {
  const [learning] = useState(() => learningOf(userId, courseId, file))
  const isPlayed = isMedia(wayOf(file))
  const playing = useRef(false)
  const notify = useEffectEvent(onView)

  useEffect(() => {
    let isLeft = false
    const settle = () => learning.run(!document.hidden && (playing.current || !isPlayed))
    const look = () => {
      settle()
      if (document.hidden) void learning.report(true)
    }
    const finalReport = () => void learning.report(true)
    const again = () => void learning.report()
    settle()
    turns.after(() => (isLeft ? undefined : learning.open()))
    const unsubscribe = learning.subscribe(() => notify(learning.view))
    const timer = setInterval(() => learning.tick(), TICK_MS)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pagehide', finalReport)
    window.addEventListener('online', again)
    return () => {
      isLeft = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pagehide', finalReport)
      window.removeEventListener('online', again)
      unsubscribe()
      learning.run(false)
      turns.leave(learning.report(true))
    }
  }, [learning, isPlayed, turns])

  const view = useView(learning)
  return {
    view,
    play(isPlaying) {
      playing.current = isPlaying
      learning.run(isPlaying && !document.hidden)
      if (!isPlaying) void learning.report()
    },
    at: (seconds) => learning.at(seconds),
    jump: (to: number) => learning.jump(to),
    end: () => learning.finish(),
    hold: (isHeld) => learning.hold(isHeld),
    checked: (seconds) => learning.checked(seconds),
    answered: (stopAt) => learning.answered(stopAt),
    captured: (passed) => void learning.captured(passed),
    retry() {
      playing.current = false
      learning.run(!document.hidden && !isPlayed)
      void learning.open()
    },
    stop: (elsewhere) => learning.stop(elsewhere),
  }
}
