// One request to a provider's HTTP service: with a timeout, without redirects, answered by JSON of limited size.
import { fail } from '../kernel/fail.ts'
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
export async function callProvider({ url, method = 'GET', headers = {}, body, timeoutMs, down }: ProviderRequest): Promise<ProviderAnswer> {
  try {
    const reply = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    })
    const data: unknown = JSON.parse(await limitedText(reply))
    if (data === null || typeof data !== 'object' || Array.isArray(data)) throw new TypeError('not an object')
    return { status: reply.status, data: data as Record<string, unknown> }
  } catch {
    // the cause is dropped, because it may contain the address with a secret
    return fail(down)
  }
}

async function limitedText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new RangeError('answer too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A text field of an answer, '' when it is missing. */
export const textOf = (data: Record<string, unknown>, name: string): string => {
  const value = data[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
