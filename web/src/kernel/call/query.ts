// Server state in components: answers are cached under the endpoint's path and body.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import {
  type MutateOptions,
  QueryClient,
  queryOptions,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { call, type CallFailure, type CallOptions } from './api.ts'
import { notify } from '../notify.ts'

/**
 * `call` repeats by itself; a window that comes to the front refetches nothing. Without a network a page says so instead of waiting with its
 * skeleton, and reads again when it is back. A command waits for it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, refetchOnReconnect: true },
    mutations: { retry: false },
  },
})

export type UseCallOptions<E extends Endpoint> = Pick<CallOptions, 'quiet' | 'noRetry'> &
  Pick<
    UseQueryOptions<Data<E>, CallFailure>,
    | 'enabled'
    | 'staleTime'
    | 'gcTime'
    | 'placeholderData'
    | 'refetchInterval'
    | 'refetchIntervalInBackground'
    | 'refetchOnWindowFocus'
    | 'refetchOnMount'
  >

/** What `useCall` gives to react-query, for a page that asks before its component is there. */
export function callQuery<E extends Endpoint>(endpoint: E, body: Body<E>, options: UseCallOptions<E> = {}) {
  const { quiet, noRetry, ...rest } = options
  return queryOptions<Data<E>, CallFailure>({
    queryKey: [endpoint.path, body],
    queryFn: ({ signal }) => call(endpoint, body, { signal, ...(quiet ? { quiet } : {}), ...(noRetry ? { noRetry } : {}) }),
    // polls stop without a network, instead of saying it every few seconds
    networkMode: rest.refetchInterval ? 'online' : 'always',
    ...rest,
  })
}

/** Reads an endpoint and caches the answer; the key is its path and body. */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  options: UseCallOptions<E> = {},
): UseQueryResult<Data<E>, CallFailure> => useQuery(callQuery(endpoint, body, options))

/**
 * Reads an endpoint when a form opens, and only then: a later answer must not replace values that are being edited.
 * `data` is undefined until that answer arrives, even where the cache has an older one.
 */
export function useFormStart<E extends Endpoint>(endpoint: E, body: Body<E>) {
  const read = useCall(endpoint, body, { staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' })
  return { data: read.isFetchedAfterMount ? read.data : undefined, error: read.error, refetch: read.refetch }
}

export type UseCommandOptions<E extends Endpoint> = {
  /** notice after success */
  done?: string
  /** endpoints whose cached answers are out of date after success */
  refresh?: Endpoint[]
  onDone?: (data: Data<E>, body: Body<E>) => void
  quiet?: boolean
  /**
   * Serial queue per name, also across unmounting and mounting of the page: no command is lost, and they run in the order in which they were
   * issued.
   */
  inTurn?: string
}

type Mutate<E extends Endpoint, R> = (body: Body<E>, options?: MutateOptions<Data<E>, CallFailure, Body<E>>) => R
type Observed<E extends Endpoint> = UseMutationResult<Data<E>, CallFailure, Body<E>>
export type Command<E extends Endpoint> = Omit<Observed<E>, 'mutate' | 'mutateAsync'> & {
  mutate: Mutate<E, void>
  mutateAsync: Mutate<E, Promise<Data<E>>>
}

/**
 * Runs a command from a button or form. While one runs, a second `mutate` has no effect; a second `mutateAsync` gets the first one's answer.
 * With `inTurn` this holds for a repeat of the same body; any other command is queued.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  { done, refresh = [], onDone, quiet, inTurn }: UseCommandOptions<E> = {},
): Command<E> {
  const client = useQueryClient()
  const running = useRef<{ sentBody: string; answer: Promise<Data<E>> } | undefined>(undefined)
  const mutation = useMutation<Data<E>, CallFailure, Body<E>>({
    ...(inTurn === undefined ? {} : { scope: { id: inTurn } }),
    mutationFn: (body) => call(endpoint, body, quiet ? { quiet } : {}),
    onSuccess: async (data, body) => {
      if (done) notify.success(done)
      onDone?.(data, body)
      await Promise.all(refresh.map((one) => client.invalidateQueries({ queryKey: [one.path] })))
    },
  })
  const start = mutation.mutateAsync as Mutate<E, Promise<Data<E>>>
  const mutateAsync: Mutate<E, Promise<Data<E>>> = (body, options) => {
    const sentBody = inTurn === undefined ? '' : JSON.stringify(body)
    if (running.current?.sentBody === sentBody) return running.current.answer
    const mine = { sentBody, answer: start(body, options) }
    mine.answer = mine.answer.finally(() => {
      if (running.current === mine) running.current = undefined
    })
    running.current = mine
    return mine.answer
  }
  const mutate: Mutate<E, void> = (body, options) => {
    // the mutation's state contains the failure, and `call` has shown it
    mutateAsync(body, options).catch(() => undefined)
  }
  return { ...mutation, mutate, mutateAsync }
}
