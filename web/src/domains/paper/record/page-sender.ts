// The sender of this page: it outlives the exam room, so that the rest of a recording is sent after the hand-in, on any page of the site.
import type { PieceReply } from '@shuyuan/contract/paper/record/record.ts'
import { memoryStore, pieceStore } from './piece-store.ts'
import { type PostPiece, Sender } from './sender.ts'

const SEND_MS = 30_000

const post: PostPiece = async (address, body) => {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    priority: 'low',
    signal: AbortSignal.timeout(SEND_MS),
    ...(body ? { body } : {}),
  })
  if (reply.status === 404 || reply.status === 400) return undefined
  if (!reply.ok) throw new Error(String(reply.status))
  return (await reply.json()) as PieceReply
}

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

const senders = new Map<string, Sender>()

export function senderOf(userId: string): Sender {
  const known = senders.get(userId)
  if (known) return known
  const store = typeof indexedDB === 'undefined' ? memoryStore() : pieceStore(userId)
  const sender = new Sender({
    store,
    post,
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    hold,
    held,
  })
  senders.set(userId, sender)
  return sender
}
