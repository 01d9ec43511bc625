// The sender of this page: it outlives the exam room, so that the rest of a recording is sent after the hand-in, on any page of the site.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { callHeaders } from '../../../kernel/call/api.ts'
import { type CloudPorts, sendToCloud } from './cloud-sender.ts'
import { type KeptPart, usableStore } from './piece-store.ts'
import { Sender } from './sender.ts'
import type { PostPiece } from './sender-ports.ts'

const SEND_MS = 30_000
const SIGNED_OUT = 401

const post: PostPiece = async (address, body) => {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    priority: 'low',
    signal: AbortSignal.timeout(SEND_MS),
    ...(body ? { body } : {}),
  })
  if (reply.status === SIGNED_OUT) return 'away'
  if (reply.status === 404 || reply.status === 400) return undefined
  if (!reply.ok) throw new Error(String(reply.status))
  return (await reply.json()) as PieceReply
}

/** A call in the background: a sign-in that has ended is no reason to leave the page, as the room asks for it. */
async function ask<E extends Endpoint>({ path }: E, body: Body<E>): Promise<Data<E> | 'away' | undefined> {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { ...callHeaders(), 'content-type': 'application/json' },
    priority: 'low',
    signal: AbortSignal.timeout(SEND_MS),
    body: JSON.stringify(body),
  })
  const { code, data } = (await reply.json()) as { code: number; data: Data<E> }
  if (code === errors.signedOut[0]) return 'away'
  if (code === errors.notFound[0]) return undefined
  if (code !== 0) throw new Error(String(code))
  return data
}

const cloudOf = ({ phoneKey: key }: KeptPart): CloudPorts => ({
  sign: (body) => (key === undefined ? ask(record['sign-pieces'], body) : ask(paperPhone['sign-pieces'], { ...body, key })),
  done: (body) => (key === undefined ? ask(record['put-done'], body) : ask(paperPhone['put-done'], { ...body, key })),
  async put({ method, url, headers, form }, bytes) {
    // without a type of its own: it would have to be signed
    const file = new Blob([bytes])
    const body = form ? new FormData() : file
    if (body instanceof FormData) {
      for (const [name, value] of Object.entries(form ?? {})) body.append(name, value)
      body.append('file', file, 'piece')
    }
    const options: RequestInit = { method, headers, body, priority: 'low', signal: AbortSignal.timeout(SEND_MS) }
    return (await fetch(url, options)).status
  },
})

const LOCK = 'exam-record:'
// missing on pages without https, where no browser records
const locks = navigator.locks as LockManager | undefined

/** A lock ends with its page, however the page ends. */
function hold(partId: string): () => void {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  void locks?.request(LOCK + partId, () => held)
  return release
}

async function held(): Promise<ReadonlySet<string>> {
  const names = ((await locks?.query())?.held ?? []).map((one) => one.name ?? '')
  return new Set(names.flatMap((name) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}

const MOST_ROOM = 300 * 1_024 * 1_024
let roomOfBrowser: Promise<number> | undefined
/** Half of what the browser gives to this site at most: the rest is for answers and pages. */
function room(): Promise<number> {
  const storage = navigator.storage as StorageManager | undefined
  roomOfBrowser ??= Promise.resolve(storage?.estimate()).then(
    (estimate) => Math.min(MOST_ROOM, (estimate?.quota ?? 2 * MOST_ROOM) / 2),
    () => MOST_ROOM,
  )
  return roomOfBrowser
}

const senders = new Map<string, Sender>()

export function senderOf(userId: string): Sender {
  const known = senders.get(userId)
  if (known) return known
  const sender = new Sender({
    store: usableStore(userId),
    post,
    room,
    put: (part, ...given) => sendToCloud(cloudOf(part), part, ...given),
    now: () => Date.now(),
    clock: () => performance.now(),
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    hold,
    held,
  })
  senders.set(userId, sender)
  return sender
}
