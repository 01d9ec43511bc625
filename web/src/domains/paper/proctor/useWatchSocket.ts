// Merges live changes of an exam into the data of the watch page; without a socket the periodic refetch has the same result.
import { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { watchChannel, type WatchChange } from '@shuyuan/contract/paper/channel/watch-change.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { openChannel } from '../../../shared/page/open-channel.ts'
import { addChange, mergePage, mergeStat } from './watch-merge.ts'

const everything: Endpoint[] = [watch['watch-stat'], watch['process-paging'], watch['hand-paging'], watch['miss-paging'], apply.paging]

/** New candidates need a refetch for name and picture; the interval prevents one refetch per candidate at the start. */
const FETCH_MS = 2_000

/** Refetches lists, at most once in two seconds, and not while the page is paused. */
class Fetches {
  readonly #client: QueryClient
  readonly #wanted = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = false

  constructor(client: QueryClient) {
    this.#client = client
  }

  soon(...endpoints: Endpoint[]) {
    for (const one of endpoints) this.#wanted.add(one.path)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (!this.#held) this.#fetch()
    }, FETCH_MS)
  }

  #fetch() {
    for (const path of this.#wanted) void this.#client.invalidateQueries({ queryKey: [path] })
    this.#wanted.clear()
  }

  hold(held: boolean) {
    this.#held = held
    if (!held && !this.#timer) this.#fetch()
  }

  stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/**
 * Follows an exam. While `paused` nothing moves; if changes arrived meanwhile, everything is refetched afterwards.
 * @returns whether the socket is connected
 */
export function useWatchSocket(examId: string, paused: boolean): boolean {
  const client = useQueryClient()
  const [fetches] = useState(() => new Fetches(client))
  const [open, setOpen] = useState(false)
  const waiting = useRef<WatchChange>(undefined)
  const held = useRef(paused)

  const merge = useCallback(() => {
    const change = waiting.current
    if (!change || held.current) return
    waiting.current = undefined
    const { started, handed, applied, asked } = change
    client.setQueriesData<Data<(typeof watch)['process-paging']>>(
      { queryKey: [watch['process-paging'].path] },
      (page) => page && mergePage(page, change),
    )
    client.setQueryData<Data<(typeof watch)['watch-stat']>>(
      [watch['watch-stat'].path, { id: examId }],
      (stat) => stat && mergeStat(stat, change),
    )
    if (started.length > 0) fetches.soon(watch['watch-stat'], watch['process-paging'], watch['miss-paging'])
    // the figures count people, each with any number of papers
    if (handed.length > 0) fetches.soon(watch['watch-stat'], watch['hand-paging'])
    if (applied > 0) fetches.soon(apply.paging)
    if (asked > 0) fetches.soon(watch['process-paging'])
  }, [client, fetches, examId])

  useEffect(() => () => fetches.stop(), [fetches])
  useEffect(() => {
    held.current = paused
    fetches.hold(paused)
    if (paused || !waiting.current) return
    // the refetch that follows the dialog may count it already
    waiting.current = undefined
    for (const one of everything) void client.invalidateQueries({ queryKey: [one.path] })
  }, [paused, client, fetches])
  useEffect(
    () =>
      openChannel(
        watchChannel,
        { examId },
        {
          onState: setOpen,
          onMessage: (change) => {
            waiting.current = addChange(waiting.current, change)
            merge()
          },
        },
      ),
    [examId, merge],
  )
  return open
}
