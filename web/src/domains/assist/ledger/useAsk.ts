// A call that waits for a model: it may take minutes, shows how long it has taken, and can be given up.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, CallFailure } from '../../../kernel/call/api.ts'

/** Longer than the longest timeout of a provider, so that the server says what happened. */
const LONGEST_MS = 1_250_000
const SECOND = 1_000

type Options<E extends Endpoint> = { refresh?: Endpoint[]; quiet?: boolean; onDone?: (data: Data<E>) => void }
type Asked<E extends Endpoint> = {
  data: Data<E> | undefined
  error: CallFailure | undefined
  isPending: boolean
  /** since it was sent */
  seconds: number
  send: (body: Body<E>, onDone?: (data: Data<E>) => void) => void
  /** the page waits no longer, and the request ends at the service */
  cancel: () => void
}

/** While one call runs, a second `send` has no effect. A page that is left gives up its call. */
export function useAsk<E extends Endpoint>(endpoint: E, { refresh = [], quiet = false, onDone }: Options<E> = {}): Asked<E> {
  const client = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [data, setData] = useState<Data<E>>()
  const [error, setError] = useState<CallFailure>()
  const [began, setBegan] = useState<number>()
  const [now, setNow] = useState(0)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (began === undefined) return undefined
    const ticking = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(ticking)
  }, [began])
  const end = () => {
    running.current = undefined
    setBegan(undefined)
  }
  const waitFor = async (mine: AbortController, body: Body<E>, then?: (data: Data<E>) => void) => {
    let found: Data<E>
    try {
      found = await call(endpoint, body, { signal: mine.signal, timeoutMs: LONGEST_MS, noRetry: true, ...(quiet ? { quiet } : {}) })
    } catch (failure) {
      if (running.current !== mine) return
      end()
      // `call` has shown it, unless it is quiet
      if (failure instanceof CallFailure) setError(failure)
      return
    }
    if (running.current !== mine) return
    end()
    setData(found)
    onDone?.(found)
    then?.(found)
    await Promise.all(refresh.map((one) => client.invalidateQueries({ queryKey: [one.path] })))
  }
  const send: Asked<E>['send'] = (body, then) => {
    if (running.current) return
    const mine = new AbortController()
    running.current = mine
    setError(undefined)
    setNow(Date.now())
    setBegan(Date.now())
    void waitFor(mine, body, then)
  }
  const cancel = () => {
    const mine = running.current
    end()
    mine?.abort()
  }
  const seconds = began === undefined ? 0 : Math.max(0, Math.floor((now - began) / SECOND))
  return { data, error, isPending: began !== undefined, seconds, send, cancel }
}
