// All calls to the server: typed by the contract, with the messages of learner.md §8.
import { messageText } from '../messages.ts'
import { worded } from '../text/words.ts'
import { takeEarly } from './early.ts'
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors, sayError } from '@shuyuan/contract/kernel/error.ts'
import { CallFailure, httpFailure } from './failure.ts'
import { t } from '../i18n.ts'
import { currentPath, goTo } from './navigation.ts'
import { notify } from '../notify.ts'
import { readSessionLeft, reopened } from './reopen.ts'
import { getToken, setToken, hasLeft } from './token.ts'

export { CallFailure } from './failure.ts'

const CALL_MS = 60_000
const FILE_MS = 1_200_000
const KICKED_OUT_SECONDS = 8
const NOTE_SECONDS = 10
const RETRY_AFTER_MS = [400, 1_500]

export type CallOptions = {
  /** no notice: the caller shows failures itself */
  quiet?: boolean
  signal?: AbortSignal
  keepalive?: boolean
  timeoutMs?: number
  /** no second attempt when no response arrived; only queries are repeated */
  noRetry?: boolean
  /** another session than the stored one */
  token?: string
  /** only asks whether the call would be refused; the endpoint must be `rehearsable` */
  rehearsal?: boolean
}

const headerSources: (() => Record<string, string>)[] = []

/** Adds headers to every call of this page; `source` is evaluated for each call. */
export const addCallHeaders = (source: () => Record<string, string>): void => void headerSources.push(source)

const signedOutHandlers: ((failure: CallFailure) => void)[] = []

/**
 * Lets a page that must not be left handle a lost session itself (exam-rules.md, *Offline buffer*): while a handler is registered, the token
 * stays and the page does not go to /login. @returns a function that unregisters the handler
 */
export function onSignedOut(handler: (failure: CallFailure) => void) {
  signedOutHandlers.push(handler)
  return () => {
    const at = signedOutHandlers.indexOf(handler)
    if (at >= 0) signedOutHandlers.splice(at, 1)
  }
}

/**
 * Calls an endpoint. A query is repeated, at most twice, when no response arrived.
 * @returns the answer's data
 * @throws CallFailure for a refusal and for every transport failure; the signal's reason when the caller aborted
 */
export function call<E extends Endpoint>(endpoint: E, body: Body<E>, options: CallOptions = {}): Promise<Data<E>> {
  return inSession(options, (token) => callWith(endpoint, body, token, options))
}

/** Runs `send` with the present token, and again with the next one where the session had timed out: the server did nothing then. */
async function inSession<T>(options: Pick<CallOptions, 'quiet' | 'token'>, send: (token: string) => Promise<T>): Promise<T> {
  for (;;) {
    const token = options.token ?? getToken()
    try {
      return await send(token)
    } catch (error) {
      const isOut = error instanceof CallFailure && error.code === SIGNED_OUT && options.token === undefined
      if (!isOut || !(await reopened(token, error.key))) throw settle(error, token, options.quiet)
    }
  }
}

async function callWith<E extends Endpoint>(endpoint: E, body: Body<E>, token: string, options: CallOptions): Promise<Data<E>> {
  const pauses = endpoint.kind === 'query' && !options.noRetry ? RETRY_AFTER_MS : []
  for (let tried = 0; ; tried++) {
    try {
      return readEnvelope(await post(endpoint, body, token, CALL_MS, options)) as Data<E>
    } catch (error) {
      const pause = pauses[tried]
      if (pause === undefined || !(error instanceof CallFailure) || error.reason !== 'network') throw error
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      options.signal?.throwIfAborted()
    }
  }
}

const headersFor = (token: string): Record<string, string> => ({
  'accept-language': document.documentElement.lang || 'zh-CN',
  ...(token === '' ? {} : { token }),
  ...Object.assign({}, ...headerSources.map((source) => source())),
})

/** The headers of a call, for requests that are no calls of the contract. */
export const callHeaders = (): Record<string, string> => headersFor(getToken())

type Answer = { status: number; type: string; text: () => string }

/** The body of a list carries the time of the request (decision 25 of the specification). */
const stamped = ({ input }: Endpoint, body: unknown): unknown =>
  'shape' in input && 't' in (input.shape as object) && typeof body === 'object' ? { ...body, t: Date.now() } : body

async function request(endpoint: Endpoint, body: unknown, token: string, limitMs: number, options: CallOptions) {
  const { path } = endpoint
  const timeout = AbortSignal.timeout(options.timeoutMs ?? limitMs)
  try {
    const early = await takeEarly(path, body, token)
    const response =
      early ??
      (await fetch(path, {
        method: 'POST',
        headers: { ...headersFor(token), 'content-type': 'application/json', ...(options.rehearsal ? { rehearsal: '1' } : {}) },
        body: JSON.stringify(stamped(endpoint, body ?? {})),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        ...(options.keepalive ? { keepalive: true } : {}),
      }))
    readSessionLeft(token, response.headers.get('session-left'))
    return response
  } catch {
    options.signal?.throwIfAborted()
    throw httpFailure(0)
  }
}

async function post(endpoint: Endpoint, body: unknown, token: string, limitMs: number, options: CallOptions): Promise<Answer> {
  const response = await request(endpoint, body, token, limitMs, options)
  try {
    const text = await response.text()
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: () => text }
  } catch {
    options.signal?.throwIfAborted()
    throw httpFailure(0)
  }
}

type Envelope = { code: number; msg: string; data: unknown }

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    if (typeof value?.code === 'number') return { code: value.code, msg: worded(value.msg ?? ''), data: value.data ?? null }
  } catch {
    // not JSON: the status alone decides
  }
  return undefined
}

function readEnvelope({ status, text }: Answer): unknown {
  const envelope = parseEnvelope(text())
  if (status < 200 || status > 299) throw httpFailure(status, envelope?.msg, envelope?.code)
  if (!envelope) throw httpFailure(status)
  if (envelope.code !== 0) throw new CallFailure(envelope.code, envelope.msg || messageText(sayError('fault')), envelope.data)
  // something was stored otherwise than it was sent
  if (envelope.msg !== '') notify.warning(envelope.msg, NOTE_SECONDS)
  return envelope.data
}

const SIGNED_OUT = errors.signedOut[0]
const LICENCE = errors.licence[0]
/** Steps of the sign-in that come before every page. */
const steps = new Map<number, string>([
  [errors.secondFactor[0], '/second-factor'],
  [errors.mustChangePass[0], '/new-password'],
])
const QUESTION_HIDDEN = errors.questionHidden[0]

/** Applies the common effects of a failure (navigation, notice). @returns the error, to be thrown */
function settle(error: unknown, token: string, quiet: boolean | undefined): unknown {
  if (!(error instanceof CallFailure)) return error
  if (error.code === SIGNED_OUT) signedOut(error, token)
  else if (steps.has(error.code)) toStep(steps.get(error.code) ?? '', token, quiet)
  else if (error.code === LICENCE) goTo(`/license?msg=${encodeURIComponent(error.message)}`)
  else if (error.code !== QUESTION_HIDDEN && !quiet) notify.error(error.message)
  return error
}

/** The guard of the next page sees to calls in the background. */
function toStep(path: string, token: string, quiet: boolean | undefined) {
  if (!quiet && token === getToken()) goTo(`${path}?redirect=${encodeURIComponent(currentPath())}`)
}

/** The answer to a call with an older token does not end the session that has begun since. */
function signedOut(failure: CallFailure, token: string) {
  if (token !== getToken()) return
  const handler = signedOutHandlers.at(-1)
  if (handler) {
    handler(failure)
    return
  }
  setToken('')
  if (window.location.pathname.startsWith('/login')) return
  // a session that ended needs no explanation, one that another device took over does
  if (failure.key !== 'signedOut' && failure.key !== 'fault') notify.warning(failure.message, KICKED_OUT_SECONDS)
  goTo(hasLeft() ? '/login' : `/login?redirect=${encodeURIComponent(currentPath())}`)
}

export type UploadOptions = { onProgress?: (percent: number) => void; signal?: AbortSignal; quiet?: boolean }

/**
 * Sends one file with its text fields. Progress runs from 0 to 100.
 * @throws CallFailure as `call` does
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob & { name?: string },
  fields: Body<E>,
  options: UploadOptions = {},
): Promise<Data<E>> {
  return inSession(options, async (token) => readEnvelope(await send(endpoint.path, formOf(file, fields), token, options)) as Data<E>)
}

/** The fields come first, so that the server has them when the file begins. */
function formOf(file: Blob & { name?: string }, fields: unknown) {
  const form = new FormData()
  for (const [key, value] of Object.entries((fields ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  form.append('file', file, file.name ?? 'file')
  return form
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(path: string, form: FormData, token: string, { onProgress, signal }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    xhr.timeout = FILE_MS
    for (const [name, value] of Object.entries(headersFor(token))) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0))
    xhr.addEventListener('load', () =>
      resolve({ status: xhr.status, type: xhr.getResponseHeader('content-type') ?? '', text: () => xhr.responseText }),
    )
    const lost = () => reject(httpFailure(0))
    xhr.addEventListener('error', lost)
    xhr.addEventListener('timeout', lost)
    xhr.addEventListener('abort', () => reject(signal?.reason as Error))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
    return undefined
  })
}

/** Reads a file without saving it. @throws CallFailure as `download` */
export function readFile<E extends Endpoint>(
  endpoint: E,
  body: Body<E>,
  options: Pick<CallOptions, 'quiet' | 'signal'> = {},
): Promise<Blob> {
  return inSession(options, async (token) => {
    const response = await request(endpoint, body, token, FILE_MS, options)
    if (response.ok && !response.headers.get('content-type')?.startsWith('application/json')) return response.blob()
    const text = await response.text()
    readEnvelope({ status: response.status, type: '', text: () => text })
    return new Blob()
  })
}

/**
 * Downloads a file and saves it under the name in the server's answer.
 * @throws CallFailure as `call` does; a JSON answer shows its msg
 */
export function download<E extends Endpoint>(endpoint: E, body: Body<E>, options: Pick<CallOptions, 'quiet' | 'signal'> = {}) {
  return inSession(options, async (token) => {
    const response = await request(endpoint, body, token, FILE_MS, options)
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json')) {
      const text = await response.text()
      readEnvelope({ status: response.status, type: '', text: () => text })
    } else {
      save(await response.blob(), fileName(response.headers.get('content-disposition') ?? ''))
      notify.success(t('下载成功！'))
    }
  })
}

function fileName(disposition: string) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download')
}

/** Saves a file under this name. */
export function save(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
