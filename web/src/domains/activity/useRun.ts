// The answers of one try on the page: shown at once, sent in order, repeated until they arrive.
import { activity, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kernel/call/api.ts'

type Run = Data<typeof activity.run>
type Kept = { answer: Answer | null; seq: number }
const AGAIN_MS = 1_500

/** @returns the answers by question, how many are still to be sent, and a wait until all are */
export function useRunAnswers({ runId, questions, state }: Run) {
  const [answers, setAnswers] = useState(
    () => new Map<string, Kept>(questions.map((one) => [one.question.quId, { answer: one.answer, seq: one.seq }])),
  )
  const unsent = useRef(new Map<string, Kept>())
  const sending = useRef<Promise<void> | undefined>(undefined)
  const [waiting, setWaiting] = useState(0)

  const sendAll = async () => {
    for (const [quId, kept] of unsent.current) {
      await call(activity.fill, { runId, quId, ...kept }, { quiet: true })
      if (unsent.current.get(quId) === kept) unsent.current.delete(quId)
      setWaiting(unsent.current.size)
    }
  }
  const flush = (): Promise<void> => {
    sending.current ??= sendAll().finally(() => (sending.current = undefined))
    return sending.current
  }
  const set = (quId: string, answer: Answer) => {
    const kept = { answer, seq: (answers.get(quId)?.seq ?? 0) + 1 }
    setAnswers((old) => new Map(old).set(quId, kept))
    unsent.current.set(quId, kept)
    setWaiting(unsent.current.size)
    flush().catch(() => undefined)
  }
  useEffect(() => {
    if (waiting === 0 || state !== RunState.open) return undefined
    const timer = setInterval(() => void flush().catch(() => undefined), AGAIN_MS)
    return () => clearInterval(timer)
  })
  const rest = async () => {
    while (unsent.current.size > 0) await flush()
  }
  return { answers, set, waiting, rest }
}
