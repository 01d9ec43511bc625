// Navigation between questions: free if the whole paper is loaded, one after the other in step mode (learner.md §4).
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useAsk } from '../../../../kernel/plain/useAsk.tsx'
import { isBlank } from '../../question/answer.ts'
import { type RunnerQuestion, stepsOf, type Step } from '../../question/questions.ts'
import type { PaperSession } from '../save/paper-session.ts'
import type { Detail } from '../save/paper-session-view.ts'
import { hasPlace, readPlace, writePlace } from './place.ts'
import { verdictOf } from '../save/verdict.ts'

/** @param begin index of the first question shown, from 0; default: the stored position */
function usePlace(userId: string, paperId: string, steps: readonly Step[], begin?: number) {
  const [place, setPlace] = useState(() => ({ ...readPlace(userId, paperId), ...(begin === undefined ? {} : { at: begin }) }))
  return useMemo(() => {
    const put = (next: typeof place) => {
      writePlace(userId, paperId, next)
      setPlace(next)
    }
    const at = Math.min(Math.max(0, place.at), Math.max(0, steps.length - 1))
    const flagged: ReadonlySet<string> = new Set(place.flagged)
    return {
      /** index from 0 */
      at,
      flagged,
      /** Moves to a question by index from 0; out of range is ignored. */
      go: (to: number) => to >= 0 && to < steps.length && put({ ...place, at: to }),
      /** Flags or unflags the current question. */
      flag: () => {
        const quId = steps[at]?.question.quId
        if (quId === undefined) return
        put({ at, flagged: flagged.has(quId) ? place.flagged.filter((one) => one !== quId) : [...place.flagged, quId] })
      },
    }
  }, [place, steps, userId, paperId])
}

const ASK_MS = 10_000
/** Maximum wait for unsaved answers before a move, in milliseconds. */
const SAVED_MS = 10_000

/** Resolves with true when the server has acknowledged all answers, with false after SAVED_MS. */
function allSaved({ queue }: PaperSession): Promise<boolean> {
  queue.flush()
  const isSaved = () => queue.view.unsent === 0
  if (isSaved()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (saved: boolean) => {
      stop()
      clearTimeout(timer)
      resolve(saved)
    }
    const stop = queue.subscribe(() => isSaved() && end(true))
    const timer = setTimeout(() => end(false), SAVED_MS)
  })
}

/** The questions fetched one by one, and a function that fetches another; it resolves with true on success. */
function useFetched(paperSession: PaperSession, { id: paperId, quTimes }: Detail) {
  const [fetched, setFetched] = useState<ReadonlyMap<string, RunnerQuestion>>(new Map())
  // end of each shown question's own time, by performance.now()
  const [ends, setEnds] = useState<ReadonlyMap<string, number>>(
    () => new Map(quTimes.map(({ quId, leftMs }) => [quId, performance.now() + leftMs])),
  )
  const fetchStep = async (quId: string) => {
    if (!(await allSaved(paperSession))) {
      notify.warning(t('答案还没有上传，请在网络恢复后再换题'))
      return false
    }
    if (paperSession.view.phase !== 'open') return false
    try {
      const {
        answer: _saved,
        quLeftMs,
        ...question
      } = await call(paper['qu-detail'], { paperId, quId }, { quiet: true, timeoutMs: ASK_MS })
      setFetched((before) => new Map(before).set(quId, question))
      if (quLeftMs !== null) setEnds((before) => new Map(before).set(quId, performance.now() + quLeftMs))
      return true
    } catch (error) {
      // the question's own time ended during the request: stay in the exam
      if (verdictOf(error) === 'hidden' && ends.has(quId)) notify.warning(t('本题作答时间已到'))
      else if (verdictOf(error) === 'again') notify.warning(t('下一题没有取到，请稍后再试'))
      else paperSession.refused(error)
      return false
    }
  }
  return { fetched, fetchStep, ends }
}

/**
 * `go` takes a question index from 0; `mayGo`: whether it can be opened; `isOver`: whether its own time is over; `endsAt`: end of the own time of
 * the current question; `dialog` is to be rendered.
 */
export function useSteps(paperSession: PaperSession, userId: string, detail: Detail) {
  const { isTakenOver } = paperSession.view
  const { stepMode, stepBack, stepAt } = detail.rules
  const { fetched, fetchStep, ends } = useFetched(paperSession, detail)
  const [reached, setReached] = useState(stepAt)
  const [busy, setBusy] = useState(false)
  const moving = useRef(false)
  const { ask, dialog } = useAsk()
  const steps = useMemo(
    () => stepsOf(detail.groups).map((step) => ({ ...step, question: fetched.get(step.question.quId) ?? step.question })),
    [detail, fetched],
  )
  // on another device, where the candidate answered last
  const lastAt = isTakenOver || !hasPlace(userId, detail.id) ? steps.findIndex(({ question }) => question.quId === detail.lastQuId) : -1
  const place = usePlace(userId, detail.id, steps, stepMode ? stepAt : lastAt === -1 ? undefined : lastAt)
  const quIdAt = (at: number) => steps[at]?.question.quId ?? ''
  const isOver = (at: number) => performance.now() >= (ends.get(quIdAt(at)) ?? Number.POSITIVE_INFINITY)
  const mayGo = (to: number) => !stepMode || to === place.at || to === reached + 1 || (stepBack && to <= reached && !isOver(to))

  const moveTo = async (to: number, isForced: boolean) => {
    const [here, there] = [steps[place.at], steps[to]]
    const isLost = !isForced && !stepBack && to > place.at && here && isBlank(paperSession.queue.view.answers.get(here.question.quId))
    if (isLost && !(await ask({ content: t('本题还没有作答，进入下一题后不能返回，确定继续吗？') }))) return
    if (!there || !(await fetchStep(there.question.quId))) return
    setReached((before) => Math.max(before, to))
    place.go(to)
  }
  const go = (to: number, isForced = false) => {
    if (!mayGo(to) || moving.current) return
    if (!stepMode || to === place.at) {
      // send what was typed before the next question is shown
      paperSession.queue.flush()
      place.go(to)
      return
    }
    moving.current = true
    setBusy(true)
    void moveTo(to, isForced).finally(() => {
      moving.current = false
      setBusy(false)
    })
  }
  /** The current question's own time is over: moves to the next one, or to the first that was not shown yet. */
  const goOn = () => {
    const to = stepBack ? Math.max(reached, place.at) + 1 : place.at + 1
    if (to < steps.length) go(to, true)
  }
  const endsAt = ends.get(quIdAt(place.at))
  return { steps, place, go, goOn, mayGo, isOver, endsAt, busy, dialog }
}
