// One request to a provider's HTTP service: with a timeout, without redirects, answered by JSON of limited size.
import { fail } from '../kernel/fail.ts'
import type { Outgoing } from '../kernel/http/outgoing.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'

const MAX_BYTES = 1_000_000

export type ProviderRequest = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutMs: number
  /** the failure when there is no usable answer */
  down: ErrorName
}
export type ProviderAnswer = { status: number; data: Record<string, unknown> }

/** Sends a request, and returns status and JSON object. Fails with `down` without an answer in time, or when it is no JSON object. */
export async function callProvider(outgoing: Outgoing, { url, down, ...options }: ProviderRequest): Promise<ProviderAnswer> {
  try {
    const reply = await outgoing.request(url, { ...options, maxBytes: MAX_BYTES })
    const data: unknown = JSON.parse(await reply.text())
    if (data === null || typeof data !== 'object' || Array.isArray(data)) throw new TypeError('not an object')
    return { status: reply.status, data: data as Record<string, unknown> }
  } catch {
    // the cause is dropped, because it may contain the address with a secret
    return fail(down)
  }
}

/** A text field of an answer, '' when it is missing. */
export const textOf = (data: Record<string, unknown>, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
