// State of a form with nested content: draft, problems and saving.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { useCallback, useRef, useState } from 'react'
import { CallFailure } from '../../kernel/call/failure.ts'
import { problemsOf, refusedFields, valueAt, type Values } from '../../kernel/form/form-values.ts'
import { notify } from '../../kernel/notify.ts'
import { useCommand } from '../../kernel/call/query.ts'

export type DraftProblem = { path: string; message: string; warn?: boolean }
export type Change<T> = (update: (before: T) => T) => void

type UseDraftOptions<D, E extends Endpoint> = {
  of: E
  /** initial draft, read once */
  start: D
  /** the request body of a draft */
  bodyOf: (draft: D) => Body<E>
  /** checks beyond the schema; paths are those of the body */
  check?: (draft: D) => DraftProblem[]
  /** error codes besides badInput whose `data.fields` name fields of the form */
  placed?: number[]
  refresh?: Endpoint[]
  /** the part of the draft compared to detect unsaved changes; leaves out e.g. figures from the server */
  compare?: (draft: D) => unknown
}

type Refusal = DraftProblem & { value: string }
const itself = (draft: unknown) => draft
const textOf = (value: unknown) => JSON.stringify(value) ?? ''

/** Schema problems first, then those of `check` at paths without a schema problem. */
function found<D, E extends Endpoint>({ of: endpoint, bodyOf, check }: UseDraftOptions<D, E>, draft: D): DraftProblem[] {
  const bySchema: DraftProblem[] = problemsOf(endpoint.input, bodyOf(draft) as Values)
  const named = new Set(bySchema.map((one) => one.path))
  return [...bySchema, ...(check?.(draft) ?? []).filter((one) => !named.has(one.path))]
}

/** @returns the draft, its problems and `save` */
export function useDraft<D, E extends Endpoint>(options: UseDraftOptions<D, E>) {
  const { of: endpoint, bodyOf, placed = [], refresh, compare = itself } = options
  const [draft, setDraft] = useState(options.start)
  const saved = useRef(textOf(compare(options.start)))
  const latest = useRef(draft)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  /** number of refused saves; while it is 0, only fields that were changed and left are checked */
  const [tries, setTries] = useState(0)
  const [conflict, setConflict] = useState(false)
  /** increases with each new draft */
  const [epoch, setEpoch] = useState(0)
  const command = useCommand(endpoint, { quiet: true, ...(refresh ? { refresh } : {}) })

  const change: Change<D> = useCallback((update) => {
    latest.current = update(latest.current)
    setDraft(latest.current)
  }, [])
  const begin = useCallback((next: D, comparedTo: D = next) => {
    latest.current = next
    saved.current = textOf(comparedTo)
    setDraft(next)
    setRefusals([])
    setTries(0)
    setConflict(false)
    setEpoch((before) => before + 1)
  }, [])
  const own = found(options, draft)
  const body = bodyOf(draft)
  const problems = [...own, ...refusals.filter((one) => textOf(valueAt(body, one.path)) === one.value)]

  const refuse = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error
    setTries((before) => before + 1)
    if (error.code === errors.conflict[0]) setConflict(true)
    else if (error.code !== errors.signedOut[0] && error.code !== errors.licence[0]) notify.error(error.message)
    if (error.code !== errors.badInput[0] && !placed.includes(error.code)) return
    const sent = bodyOf(latest.current)
    setRefusals(refusedFields(error.data).map((one) => ({ ...one, value: textOf(valueAt(sent, one.path)) })))
  }
  /** Saves the current draft. @returns the answer; undefined if the draft is invalid or the server refused it */
  const save = async (extra: Partial<Body<E>> = {}): Promise<Data<E> | undefined> => {
    const sending = latest.current
    if (command.isPending) return undefined
    if (found(options, sending).some((one) => !one.warn)) {
      setTries((before) => before + 1)
      return undefined
    }
    try {
      const answer = await command.mutateAsync({ ...(bodyOf(sending) as object), ...extra } as Body<E>)
      saved.current = textOf(compare(sending))
      setConflict(false)
      return answer
    } catch (error) {
      refuse(error)
      return undefined
    }
  }
  const isDirty = useCallback(() => textOf(compare(latest.current)) !== saved.current, [compare])
  return { draft, change, begin, problems, tries, epoch, conflict, busy: command.isPending, save, isDirty }
}
