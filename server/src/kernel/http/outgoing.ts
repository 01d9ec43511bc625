// Requests to addresses that come from settings or users: only to public addresses, and to those that OUTGOING_ALLOW lists
// (docs/decisions/0044). Nothing else of the server may connect to such an address.
import type { FastifyBaseLogger } from 'fastify'
import { lookup as systemLookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { connect as netConnect, isIP, type LookupFunction, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type AllowList, isPermitted, listsHost } from './outgoing-allow.ts'
import { type HostCalls, OutgoingCounts } from './outgoing-counts.ts'

// an import would read every name that the module has, and so load the whole of undici: 40 ms of each start
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule('node:http')
const { Agent: HttpsAgent, request: httpsRequest } = process.getBuiltinModule('node:https')

const KEEP_ALIVE_MS = 30_000
const RESOLVE_MS = 2_000
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** A body of at most this size is read to its end when it is discarded, so that the connection can be used again. */
const SMALL = 65_536

export type OutgoingOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Blob
  /** from the start to the last byte of the answer */
  timeoutMs: number
  /** fails with OutgoingSilent when nothing arrives for that long: no answer, or no next part of one */
  idleMs?: number
  /** fails with OutgoingSilent when the head of an answer takes longer, however its bytes arrive */
  headMs?: number
  /** the answer's body fails beyond this size */
  maxBytes?: number
  /** ends the request and its answer when it is aborted */
  signal?: AbortSignal
  /** how many redirects of a GET are followed; 0: a redirect fails */
  redirects?: number
}
export type OutgoingReply = {
  status: number
  headers: Readonly<Record<string, string>>
  /** fails after timeoutMs and beyond maxBytes */
  body: AsyncIterable<Buffer>
  text: () => Promise<string>
  /** Ends a reply whose body is not needed. */
  discard: () => void
}
/** scheme: neither https nor a listed host · inside: not a public address · form: no web address, or one with a password */
export type AddressProblem = 'form' | 'scheme' | 'inside'
export class OutgoingRefused extends Error {
  readonly problem: AddressProblem
  constructor(problem: AddressProblem, host: string) {
    super(`${host} is refused (${problem}); OUTGOING_ALLOW lists what may be reached besides public https addresses`)
    this.problem = problem
  }
}

export class OutgoingSilent extends Error {}
/** The answer leads to another address, and the caller follows none. */
export class OutgoingRedirected extends Error {}

export type Outgoing = {
  /** The reason for which an address is refused, null for none; a name that cannot be resolved now is accepted. */
  problemOf: (address: string) => Promise<AddressProblem | null>
  /** Sends a request. Throws OutgoingRefused, or the system's error without an answer. */
  request: (address: string, options: OutgoingOptions) => Promise<OutgoingReply>
  /** A connection to a host that is no web service, such as a mail server. Throws OutgoingRefused, or the system's error. */
  connect: (host: string, port: number, timeoutMs: number) => Promise<Socket>
  /** An address of this host to which a connection other than HTTP may be made. Throws OutgoingRefused, or the system's error. */
  addressOf: (host: string) => Promise<string>
  /** how many requests ended how, by host */
  counts: () => { value: number; labels: { host: string; outcome: string } }[]
  /** how many requests of the last ten minutes failed, by host */
  recent: () => HostCalls[]
  close: () => void
}

type Resolve = LookupFunction
type Given = { allow: AllowList; log: Pick<FastifyBaseLogger, 'warn'>; /** for tests */ resolve?: Resolve }

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** What can be seen without resolving the name. */
function whyNot(allow: AllowList, address: string): { url: URL } | AddressProblem {
  if (!URL.canParse(address)) return 'form'
  const url = new URL(address)
  const host = hostOf(url)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || host === '') return 'form'
  if (isIP(host) !== 0) {
    if (!isPermitted(allow, host, host, false)) return 'inside'
    if (url.protocol === 'http:' && !isPermitted(allow, host, host, true)) return 'scheme'
  }
  return { url }
}

type LookupFor = (listedOnly: boolean) => LookupFunction

/** Resolves a name to addresses that are all permitted; the connection uses what this returns, so that no second look-up can differ. */
const permittedLookup =
  (allow: AllowList, resolve: Resolve): LookupFor =>
  (listedOnly) =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const all = Array.isArray(found) ? found : []
      const refused = all.find(({ address }) => !isPermitted(allow, host, address, listedOnly))
      const [first] = all
      if (refused || !first) {
        const inside = refused && !isPermitted(allow, host, refused.address, false)
        return done(new OutgoingRefused(inside ? 'inside' : 'scheme', host), '')
      }
      return options.all ? done(null, all) : done(null, first.address, first.family)
    })
  }

async function problemIn(allow: AllowList, lookupFor: LookupFor, address: string): Promise<AddressProblem | null> {
  const checked = whyNot(allow, address)
  if (typeof checked === 'string') return checked
  const host = hostOf(checked.url)
  const listedOnly = checked.url.protocol === 'http:'
  if (isIP(host) !== 0 || listsHost(allow, host)) return null
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(listedOnly ? 'scheme' : null), RESOLVE_MS)
    lookupFor(listedOnly)(host, { all: true }, (error) => {
      clearTimeout(timer)
      if (error instanceof OutgoingRefused) settle(error.problem)
      else settle(error && listedOnly ? 'scheme' : null)
    })
  })
}

function permittedAddress(allow: AllowList, lookup: LookupFunction, host: string): Promise<string> {
  return new Promise((found, reject) => {
    if (isIP(host) === 0)
      lookup(host, {}, (error, address) => (error === null && typeof address === 'string' ? found(address) : reject(error)))
    else if (isPermitted(allow, host, host, false)) found(host)
    else reject(new OutgoingRefused('inside', host))
  })
}

const kept = { keepAlive: true, timeout: KEEP_ALIVE_MS }

type Request = (address: string, options: OutgoingOptions) => Promise<OutgoingReply>

const counted =
  (counts: OutgoingCounts, log: Given['log'], request: Request): Request =>
  async (address, options) => {
    try {
      const reply = await request(address, options)
      counts.add(address, `${Math.floor(reply.status / 100)}xx`)
      return reply
    } catch (error) {
      counts.add(address, 'failed')
      // callers hide the cause from the client; the operator needs it
      if (error instanceof OutgoingRefused) log.warn(error.message)
      throw error
    }
  }

/** The time-out of a socket only announces itself. Ended is what is being waited for: the request, then its answer. */
function endWhenSilent(request: ClientRequest, idleMs: number | undefined): ClientRequest {
  if (idleMs === undefined) return request
  let awaited: ClientRequest | IncomingMessage = request
  request.on('response', (reply) => (awaited = reply))
  return request.on('timeout', () => awaited.destroy(new OutgoingSilent(`Nothing arrived for ${idleMs} ms.`)))
}

/** The time-out of a socket begins anew with each byte of a head. */
function endWithoutHead(request: ClientRequest, headMs: number) {
  const timer = setTimeout(() => request.destroy(new OutgoingSilent(`The head took longer than ${headMs} ms.`)), headMs)
  const done = () => clearTimeout(timer)
  request.once('response', done).once('close', done)
}

export function openOutgoing({ allow, log, resolve = systemLookup }: Given): Outgoing {
  const counts = new OutgoingCounts()
  const lookupFor = permittedLookup(allow, resolve)
  // one agent for each scheme: a name without https must be listed, so that the lookups differ
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) }

  function send(url: URL, options: OutgoingOptions, signal: AbortSignal): Promise<IncomingMessage> {
    const { method = 'GET', headers = {}, body, idleMs, headMs } = options
    const size = body === undefined ? undefined : typeof body === 'string' ? Buffer.byteLength(body) : body.size
    const isOpen = url.protocol === 'http:'
    return new Promise((resolveReply, reject) => {
      const request: ClientRequest = (isOpen ? httpRequest : httpsRequest)(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers, ...(size === undefined ? {} : { 'content-length': String(size) }) },
        agent: isOpen ? agents['http:'] : agents['https:'],
        lookup: lookupFor(isOpen),
        signal,
        timeout: idleMs,
      })
      if (headMs !== undefined) endWithoutHead(request, headMs)
      endWhenSilent(request, idleMs).on('error', reject).on('response', resolveReply)
      if (body === undefined || typeof body === 'string') request.end(body)
      else
        Readable.fromWeb(body.stream() as never)
          .on('error', (error) => request.destroy(error))
          .pipe(request)
    })
  }

  async function request(address: string, options: OutgoingOptions): Promise<OutgoingReply> {
    const late = AbortSignal.timeout(options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([late, options.signal]) : late
    let [given, target] = [options, address]
    for (let left = options.redirects ?? 0; ; left--) {
      const checked = whyNot(allow, target)
      if (typeof checked === 'string') throw new OutgoingRefused(checked, URL.canParse(target) ? new URL(target).host : 'an address')
      const reply = await send(checked.url, given, signal)
      if (!REDIRECTS.includes(reply.statusCode ?? 0)) return replyOf(reply, options.maxBytes)
      reply.destroy()
      const next = URL.parse(reply.headers.location ?? '', checked.url)
      if (left <= 0 || !next || (options.method ?? 'GET') !== 'GET') throw new OutgoingRedirected('The service answered with a redirect.')
      // headers may carry a secret that is meant for the first host
      if (next.origin !== checked.url.origin) given = { ...given, headers: {} }
      target = next.href
    }
  }

  return {
    addressOf: (host) => permittedAddress(allow, lookupFor(false), host),
    problemOf: (address) => problemIn(allow, lookupFor, address),
    request: counted(counts, log, request),
    connect: (host, port, timeoutMs) => openSocket(allow, lookupFor(false), { host, port, timeoutMs }),
    counts: () => counts.read(),
    recent: () => counts.recent(),
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function openSocket(
  allow: AllowList,
  lookup: LookupFunction,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isIP(host) !== 0 && !isPermitted(allow, host, host, false)) return reject(new OutgoingRefused('inside', host))
    const socket = netConnect({ host, port, lookup })
    const give = (act: () => void) => {
      socket.removeAllListeners().setTimeout(0)
      act()
    }
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The connection took too long.')))
    socket.once('error', (error) => give(() => reject(error)))
    socket.once('connect', () => give(() => resolve(socket)))
  })
}

function replyOf(message: IncomingMessage, maxBytes = Number.POSITIVE_INFINITY): OutgoingReply {
  // a reader gets the error from the iteration; without a reader it has no meaning
  message.on('error', () => undefined)
  const body = limited(message, maxBytes)
  const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]))
  return {
    status: message.statusCode ?? 0,
    headers,
    body,
    async text() {
      const parts: Buffer[] = []
      for await (const part of body) parts.push(part)
      return Buffer.concat(parts).toString('utf8')
    },
    discard: () => void (Number(headers['content-length'] ?? Number.NaN) <= SMALL ? message.resume() : message.destroy()),
  }
}

async function* limited(message: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new RangeError(`The answer has more than ${maxBytes} bytes.`)
    yield part
  }
}
