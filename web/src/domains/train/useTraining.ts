// State of a training: start or continue, answer card, current question, and verdicts.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, CallFailure } from '../../kernel/call/api.ts'
import { newestOnly } from '../../kernel/call/newest-only.ts'
import { callQuery } from '../../kernel/call/query.ts'
import type { CardRow, Mode, Training } from './train-labels.ts'

export type Asked = Data<(typeof train)['qu-detail']>
type Begun = { training: Training; card: CardRow[] }
type Start = { repoId: string; mode: Mode; scope: string; clear: boolean }

/** Starts the training once; a reload continues it. `restart` ends it and starts a new one, which `begun` then contains. */
export function useBegin({ repoId, mode, scope, clear }: Start) {
  const client = useQueryClient()
  const [begun, setBegun] = useState<Begun>()
  const [error, setError] = useState<unknown>()
  const [wish, setWish] = useState({ clear, at: 0 })
  const running = useRef(false)
  useEffect(() => {
    if (running.current) return
    running.current = true
    const begin = async () => {
      const { id } = await call(train.start, { repoId, mode, scope, clear: wish.clear }, { quiet: true })
      const [training, card] = await Promise.all([call(train.detail, { id }, { quiet: true }), call(train.card, { id }, { quiet: true })])
      // another device may have continued the training
      client.removeQueries({ queryKey: [train['qu-detail'].path] })
      const row = card[Math.min(training.position, card.length - 1)]
      // is on its way while the page is drawn
      if (row) void client.prefetchQuery(questionQuery(id, row.quId))
      setBegun({ training, card })
    }
    setError(undefined)
    begin()
      .catch(setError)
      .finally(() => (running.current = false))
  }, [repoId, mode, scope, wish, client])
  return {
    begun,
    error,
    retry: () => setWish({ ...wish, at: wish.at + 1 }),
    restart: () => setWish({ clear: true, at: wish.at + 1 }),
  }
}

/** The current position and moving between positions; the position is saved on the server for other devices. */
export function usePlace({ training, card }: Begun) {
  const [position, setPosition] = useState(Math.min(training.position, card.length - 1))
  const savePosition = useMemo(
    // if the position is not saved, another device starts at an older one; this does no harm
    () =>
      newestOnly((at: number) =>
        call(train.position, { trainId: training.id, position: at }, { quiet: true, noRetry: true, keepalive: true }),
      ),
    [training.id],
  )
  const go = useCallback(
    (to: number) => {
      const next = Math.max(0, Math.min(card.length - 1, to))
      setPosition(next)
      savePosition(next)
    },
    [card.length, savePosition],
  )
  return { position, go }
}

const questionQuery = (trainId: string, quId: string) =>
  callQuery(train['qu-detail'], { trainId, quId }, { quiet: true, staleTime: Infinity })

/** One question of the training, from the server. */
export const useTrainQuestion = (trainId: string, quId: string) => useQuery(questionQuery(trainId, quId))

/** Updates the cached question of the training without a request. */
export function useUpdateQuestion(trainId: string) {
  const client = useQueryClient()
  return useCallback(
    (quId: string, more: Partial<Asked>) =>
      client.setQueryData<Asked>([train['qu-detail'].path, { trainId, quId }], (before) => before && { ...before, ...more }),
    [client, trainId],
  )
}

/** Serializes the answers to one question, so that the last answer given is the last to arrive. */
export const fillTurn = (trainId: string, quId: string) => `fill ${trainId} ${quId}`

/** Unconfirmed answers and unsaved notes by question; preserved while the learner looks at other questions. */
export type Drafts = { answers: Map<string, Answer>; notes: Map<string, string> }
export const noDrafts = (): Drafts => ({ answers: new Map(), notes: new Map() })

/** The drafts of a training; answers survive a reload in this tab. */
export const draftsOf = (trainId: string): Drafts => ({ answers: new StoredAnswers(`train-drafts ${trainId}`), notes: new Map() })

/** Answers by question, stored with each change. A storage that is full or blocked leaves them in memory. */
class StoredAnswers extends Map<string, Answer> {
  readonly #key: string

  constructor(key: string) {
    super()
    this.#key = key
    try {
      for (const [quId, answer] of JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, Answer][]) super.set(quId, answer)
    } catch {
      // unreadable
    }
  }

  override set(quId: string, answer: Answer) {
    super.set(quId, answer)
    this.#store()
    return this
  }

  override delete(quId: string) {
    const isRemoved = super.delete(quId)
    this.#store()
    return isRemoved
  }

  #store() {
    try {
      if (this.size === 0) sessionStorage.removeItem(this.#key)
      else sessionStorage.setItem(this.#key, JSON.stringify([...this]))
    } catch {
      // full or blocked
    }
  }
}

/** Invalidates the cached lists and details of trainings. */
export function useInvalidateTraining() {
  const client = useQueryClient()
  return useCallback(() => {
    for (const one of [train.check, train.paging, train.progress, train.detail]) void client.invalidateQueries({ queryKey: [one.path] })
  }, [client])
}

export const messageOf = (error: unknown) => (error instanceof CallFailure ? error.message : '')
