// A training under way: begun or gone on with, its card, the question in front, and what was judged.
import { train } from '@shuyuan/contract/repo/train.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, CallFailure } from '../../../kernel/api.ts'
import { newestOnly } from '../../../kernel/newest-only.ts'
import { useCall } from '../../../kernel/query.ts'
import type { CardRow, Mode, Training } from './train-words.ts'

type Begun = { training: Training; card: CardRow[] }
type Start = { repoId: string; mode: Mode; scope: string; clear: boolean }

/** Starts the training once; a reload of the page goes on with it. */
export function useBegin({ repoId, mode, scope, clear }: Start) {
  const [begun, setBegun] = useState<Begun>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const running = useRef(false)
  useEffect(() => {
    if (running.current) return
    running.current = true
    const begin = async () => {
      const { id } = await call(train.start, { repoId, mode, scope, clear: clear && attempt === 0 }, { quiet: true })
      const [training, card] = await Promise.all([call(train.detail, { id }, { quiet: true }), call(train.card, { id }, { quiet: true })])
      setBegun({ training, card })
    }
    setError(undefined)
    begin()
      .catch(setError)
      .finally(() => (running.current = false))
  }, [repoId, mode, scope, clear, attempt])
  return { begun, error, retry: () => setAttempt(attempt + 1) }
}

/** The question at a place, and moving between places; the place is told to the server, for other devices. */
export function usePlace({ training, card }: Begun) {
  const [position, setPosition] = useState(Math.min(training.position, card.length - 1))
  const tell = useMemo(
    // a place that could not be kept costs a click on the next device, no more
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
      tell(next)
    },
    [card.length, tell],
  )
  return { position, go }
}

/** One question of the training as the server tells it. */
export const useTrainQuestion = (trainId: string, quId: string) =>
  useCall(train['qu-detail'], { trainId, quId }, { quiet: true, staleTime: Infinity })

/** Makes the card and every question be read anew. */
export function useForgetTraining() {
  const client = useQueryClient()
  return useCallback(() => {
    for (const one of [train.check, train.paging, train.progress, train.detail]) void client.invalidateQueries({ queryKey: [one.path] })
  }, [client])
}

export const messageOf = (error: unknown) => (error instanceof CallFailure ? error.message : '')
