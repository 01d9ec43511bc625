// A local stub of an outside provider: checks requests as the provider does, and fails on request.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openOutgoing } from '../src/kernel/http/outgoing.ts'
import { readAllowList } from '../src/kernel/http/outgoing-allow.ts'

/** The stubs listen on this address, which the server reaches only when it is listed. */
const STUB_HOST = '127.0.0.1'
export const STUB_ENV = { OUTGOING_ALLOW: STUB_HOST }
/** Requests to stubs, for tests without a server. */
export const stubOutgoing = () => openOutgoing({ allow: readAllowList(STUB_HOST)!, log: { warn: () => undefined } })

/** `isGivenUp`: the client closed the connection before the answer was complete */
export type Call = { method: string; url: URL; headers: IncomingHttpHeaders; body: string; isGivenUp: boolean }
/** `raw` is sent as it is; `cut` breaks the connection */
export type Play =
  | { status?: number; body: unknown }
  | { status?: number; raw: string | Buffer; headers?: Record<string, string> }
  | 'garbage'
  | 'silence'
  | 'redirect'
  | 'inside'
  | 'drip'
  | 'cut'
export type ProviderStub = { url: string; calls: Call[]; close: () => Promise<void> }

/** Between two signs of an answer that never ends. */
const DRIP_MS = 20

/** Starts a server on a free port that answers with `answer`; `silence` never answers, `drip` never ends, `inside` points to an inner address. */
export async function startProviderStub(answer: (call: Call) => Play | Promise<Play>): Promise<ProviderStub> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const url = new URL(request.url ?? '/', 'http://vendor')
      const call: Call = { method: request.method ?? '', url, headers: request.headers, body, isGivenUp: false }
      response.on('close', () => (call.isGivenUp = !response.writableFinished))
      calls.push(call)
      const play = answer(call)
      if (play instanceof Promise) void play.then((one) => perform(one, response))
      else perform(play, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, STUB_HOST, resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://${STUB_HOST}:${port}`, calls, close }
}

function perform(play: Play, response: ServerResponse) {
  if (play === 'silence') return
  if (play === 'cut') return response.socket?.destroy()
  if (play === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
  if (play === 'inside') return response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  if (play === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json' })
    const dripping = setInterval(() => response.write('\n'), DRIP_MS)
    return response.on('close', () => clearInterval(dripping))
  }
  if (play === 'garbage') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>')
  if ('raw' in play) return response.writeHead(play.status ?? 200, play.headers ?? {}).end(play.raw)
  response.writeHead(play.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(play.body))
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const headerOf = ({ headers }: Call, name: string) => String(headers[name] ?? '')

/** The problem of a request's ACS3-HMAC-SHA256 signature; '' if it is valid. */
export function acs3Problem(call: Call, secrets: Record<string, string>, usedNonces: Set<string>): string {
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([\da-f]{64})$/.exec(headerOf(call, 'authorization'))
  if (!given) return 'MissingAuthorization'
  const [, id = '', signed = '', signature] = given
  const secret = secrets[id]
  if (secret === undefined) return 'InvalidAccessKeyId.NotFound'
  const at = Date.parse(headerOf(call, 'x-acs-date'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'InvalidTimeStamp.Expired'
  const nonce = headerOf(call, 'x-acs-signature-nonce')
  if (nonce === '' || usedNonces.has(nonce)) return 'SignatureNonceUsed'
  usedNonces.add(nonce)
  const names = signed.split(';')
  const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']
  if (needed.some((name) => !names.includes(name)) || headerOf(call, 'x-acs-content-sha256') !== hex(call.body))
    return 'IncompleteSignature'
  const sent = call.url.search.slice(1).split('&')
  const query = sent.toSorted().join('&')
  const lines = names.map((name) => `${name}:${headerOf(call, name)}\n`).join('')
  const canonical = [call.method, call.url.pathname, query, lines, signed, hex(call.body)].join('\n')
  const right = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest('hex')
  return right === signature ? '' : 'SignatureDoesNotMatch'
}

/** As acs3Problem, for TC3-HMAC-SHA256. */
export function tc3Problem(call: Call, service: string, secrets: Record<string, string>): string {
  const form = /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([\da-f]{64})$/
  const [, id = '', day = '', named, signed = '', signature] = form.exec(headerOf(call, 'authorization')) ?? []
  if (named !== service) return 'AuthFailure.InvalidAuthorization'
  const secret = secrets[id]
  if (secret === undefined) return 'AuthFailure.SecretIdNotFound'
  const timestamp = Number(headerOf(call, 'x-tc-timestamp'))
  if (!(Math.abs(Date.now() / 1_000 - timestamp) < 300)) return 'AuthFailure.SignatureExpire'
  const names = signed.split(';')
  if (!names.includes('content-type') || !names.includes('host')) return 'AuthFailure.InvalidAuthorization'
  const lines = names.map((name) => `${name}:${headerOf(call, name).toLowerCase()}\n`).join('')
  const canonical = [call.method, '/', '', lines, signed, hex(call.body)].join('\n')
  const scope = `${new Date(timestamp * 1_000).toISOString().slice(0, 10)}/${service}/tc3_request`
  if (!scope.startsWith(day)) return 'AuthFailure.SignatureFailure'
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = sign(sign(sign(`TC3${secret}`, day), service), 'tc3_request')
  const right = sign(key, ['TC3-HMAC-SHA256', timestamp, scope, hex(canonical)].join('\n')).toString('hex')
  return right === signature ? '' : 'AuthFailure.SignatureFailure'
}
