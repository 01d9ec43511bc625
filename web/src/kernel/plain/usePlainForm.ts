// The values and problems of a form without Ant Design, checked by the contract before they are sent and by the server's answer after that.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { useCommand } from '../call/query.ts'
import { type Problems, problemsOf, refusedFields } from './problems.ts'

type Options<E extends Endpoint> = {
  initial: Body<E>
  /** notice after success */
  done?: string
  /** endpoints whose cached answers are out of date after success */
  refresh?: Endpoint[]
  onDone?: (data: Data<E>) => void
}

/** `submit` focuses the first field with a problem; after the first submit each change is checked. */
export function usePlainForm<E extends Endpoint>(endpoint: E, { initial, done, refresh, onDone }: Options<E>) {
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [refused, setRefused] = useState<Problems>({})
  const [isLive, setLive] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const command = useCommand(endpoint, { quiet: true, ...(done ? { done } : {}), ...(refresh ? { refresh } : {}) })
  const problems: Problems = { ...(isLive ? problemsOf(endpoint, values) : {}), ...refused }
  const set = (part: Partial<Body<E>>) => {
    setValues((before) => ({ ...(before as object), ...part }) as Body<E>)
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }
  const refuse = (more: Problems) => setRefused((before) => ({ ...before, ...more }))
  const focusProblem = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: false }))
  const send = async () => {
    try {
      const data = await command.mutateAsync(values)
      setSaved(values)
      onDone?.(data)
    } catch (error) {
      setRefused(refusedFields(error))
      focusProblem()
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setLive(true)
    const found = Object.values({ ...problemsOf(endpoint, values), ...refused }).some((one) => one !== undefined)
    if (found) focusProblem()
    else void send()
  }
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved)
  return { form, values, set, problems, refuse, submit, busy: command.isPending, isDirty }
}
