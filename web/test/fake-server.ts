// Answers the browser's calls in place of the network.
import { onTestFinished } from 'vitest'

export type Sent = { path: string; body: unknown; t: number | undefined; headers: Record<string, string>; keepalive: boolean }
type Reply = Response | { code?: number; msg?: string; data?: unknown } | Error
type Answers = Record<string, Reply | ((sent: Sent) => Reply | Promise<Reply>)>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An envelope as the server writes it. */
export const envelope = ({ code = 0, msg = '', data = null }: { code?: number; msg?: string; data?: unknown }) =>
  new Response(JSON.stringify({ code, msg, data }), { headers: { 'content-type': 'application/json' } })

/**
 * Answers each path, with or without its query, for the rest of the test; a path without an answer is a 404. The only way in which a test answers
 * calls: what it did not expect stays without an answer. @returns the calls in order
 */
export function fakeServer(answers: Answers): Sent[] {
  const sent: Sent[] = []
  const real = globalThis.fetch
  onTestFinished(() => {
    globalThis.fetch = real
  })
  globalThis.fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted()
    // pieces of a film are bytes
    const read = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    // the time of the request is apart, so that bodies can be compared
    const { t, ...body } = isObject(read) ? read : { t: undefined }
    const one: Sent = {
      path: input as string,
      body: isObject(read) ? body : read,
      t: typeof t === 'number' ? t : undefined,
      headers: init.headers as Record<string, string>,
      keepalive: init.keepalive === true,
    }
    sent.push(one)
    const answer = answers[one.path] ?? answers[one.path.split('?')[0]!]
    const reply = typeof answer === 'function' ? await answer(one) : answer
    if (reply instanceof Error) throw reply
    if (reply instanceof Response) return reply.clone()
    return reply ? envelope(reply) : new Response('', { status: 404 })
  }
  return sent
}

/** The bodies of the calls in order, without rehearsals; with `of`, of this endpoint's only. */
export const bodies = (sent: readonly Sent[], of?: { path: string }) =>
  sent.filter((one) => one.headers.rehearsal === undefined && (!of || one.path === of.path)).map((one) => one.body)
