// Sends one call of the fuzzer and judges the answer.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../src/domains/paper/question/random.rules.ts'
import type { TestApp } from '../start-app.ts'
import { bodyOf, type Known } from './bodies.ts'
import { type Role } from './site.ts'
import { chance, hostile, notJson, pick, spoil } from './values.ts'

export type Sent = { status: number; text: string; code: number; ms: number }
type Shipment = { path: string; method?: string; headers?: Record<string, string>; body?: string | FormData | undefined }
export type Caller = { app: TestApp; tokens: Record<Role, string>; random: Random; others: readonly string[]; idsFor: Known['idsFor'] }

const PATIENCE_MS = 120_000
const anAddress = (random: Random) => Array.from({ length: 4 }, () => 1 + Math.floor(random() * 250)).join('.')

/** Sends a request with the role's token. @returns status 0 when the connection broke or no answer came */
export async function send({ app, tokens, random }: Caller, role: Role, { path, method = 'POST', headers, body }: Shipment): Promise<Sent> {
  const { port } = app.http.server.address() as AddressInfo
  const began = performance.now()
  const common = { token: tokens[role], 'x-forwarded-for': anAddress(random), ...headers }
  const done = { status: 0, text: '', code: 0 }
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: common,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const isText = /json|text|xml/.test(reply.headers.get('content-type') ?? '')
    const bytes = await reply.arrayBuffer()
    Object.assign(done, { status: reply.status, text: isText ? Buffer.from(bytes).toString() : '' })
    if (reply.headers.get('content-type')?.includes('json')) done.code = (JSON.parse(done.text) as { code?: number }).code ?? 0
  } catch (error) {
    done.text = String(error)
  }
  return { ...done, ms: performance.now() - began }
}

/** Whether the role's session has ended or waits for a second factor. */
export const needsSignIn = ({ code }: Sent) => code === errors.signedOut[0] || code === errors.secondFactor[0]

/** What a call sends to this endpoint: mostly a body near its schema, seldom something that is no JSON at all. */
export function shipmentFor(endpoint: Endpoint, { random, others, idsFor }: Caller): Shipment {
  const { path } = endpoint
  if (endpoint.kind === 'callback') return callbackOf(path, random, others)
  const made = bodyOf(endpoint.input, { random, idsFor, path })
  const body = chance(0.5, random) ? spoil(made, random, others) : made
  if (endpoint.kind === 'upload') return uploadOf(path, body, random)
  if (endpoint.get && chance(0.5, random)) return { path: `${path}?${queryOf(body)}`, method: 'GET' }
  const json = { 'content-type': 'application/json' }
  if (chance(0.03, random))
    return {
      path,
      headers: {
        'content-type': pick(['text/plain', 'application/xml', 'application/json; charset=x', 'multipart/form-data', ''], random) || 'x',
      },
      body: '{}',
    }
  if (chance(0.04, random)) return { path, headers: json, body: pick(notJson, random) }
  return { path, headers: json, body: JSON.stringify(body) ?? '' }
}

const callbackTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/xml',
  'text/plain',
  'application/pdf',
  'application/json; charset=x',
]

/** Bodies for an address that is meant for another service. */
function callbackOf(path: string, random: Random, others: readonly string[]): Shipment {
  const value = () => textOf(hostile(random, others)).toWellFormed().slice(0, 2_000)
  const fields = ['id', 'sign', 'out_trade_no', 'trade_status', 'resource', 'event_type', 'state', 'token'].map((name) => [name, value()])
  const made = [JSON.stringify(Object.fromEntries(fields)), new URLSearchParams(fields).toString(), value(), pick(notJson, random)]
  const query = chance(0.3, random) ? `?a=${encodeURIComponent(value())}` : ''
  return { path: `${path}${query}`, headers: { 'content-type': pick(callbackTypes, random) }, body: pick(made, random) }
}

function queryOf(body: unknown): string {
  const pairs = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return pairs.map(([key, value]) => `${key}=${encodeURIComponent(textOf(value).toWellFormed().slice(0, 2_000))}`).join('&')
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const beginnings: readonly number[][] = [
  [],
  [0x50, 0x4b, 3, 4],
  [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
  [0xef, 0xbb, 0xbf],
  [0x1f, 0x8b],
  [0x3c, 0x3f, 0x78, 0x6d, 0x6c],
]
const names = [
  'a.xlsx',
  'a.docx',
  'a.zip',
  'a.png',
  'a.pdf',
  'a.xml',
  'a.txt',
  'a.html',
  '../../a.png',
  'a.php%00.png',
  '',
  `${'x'.repeat(300)}.mp4`,
  'a.svg',
]

function uploadOf(path: string, body: unknown, random: Random): Shipment {
  const form = new FormData()
  for (const [key, value] of Object.entries(typeof body === 'object' && body !== null ? body : {}))
    form.append(key.slice(0, 50), textOf(value).toWellFormed().slice(0, 90_000))
  const rest = Array.from({ length: Math.floor(random() * 3_000) }, () => Math.floor(random() * 256))
  if (chance(0.9, random)) form.append('file', new Blob([Uint8Array.from([...pick(beginnings, random), ...rest])]), pick(names, random))
  return { path, body: form }
}

/** An address of a socket with values in place of its names; asked for without a handshake and with one. */
export function socketAddress(path: string, { random, others }: Caller): string {
  const value = () => encodeURIComponent(String(hostile(random, others)).toWellFormed().slice(0, 150))
  return `${path.replaceAll(/:\w+/g, value)}?token=${value()}&session=${value()}`
}
