// Sends what recorders wrote, in order, one request at a time, and keeps it until the server has it. Answers go first: while one waits, nothing is sent.
import { NEAR_MS, PIECE_BYTES, PIECE_MS, pieceReply, type PieceReply } from '@shuyuan/contract/paper/record/record.ts'
import type { KeptPart, PieceStore } from './piece-store.ts'

const SOON_MS = 500
const FULL_MS = 30_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000
/** Of one part; beyond it the rest of the part is given up and another one begins. */
const MOST_KEPT = 150 * 1_024 * 1_024

/** Sends bytes. Undefined: the server does not know the address. Throws without an answer. */
export type PostPiece = (address: string, body: Blob | undefined) => Promise<PieceReply | undefined>

export type SenderPorts = {
  store: PieceStore
  post: PostPiece
  now: () => number
  wait: (ms: number) => Promise<void>
  /** marks a part as recorded by this page, as long as the page lives. @returns a function that ends it */
  hold: (partId: string) => () => void
  /** parts that some page records now */
  held: () => Promise<ReadonlySet<string>>
}

/** What a recorder has to do. renew: begin another part; over, elsewhere: stop. */
export type Order = 'renew' | 'over' | 'elsewhere'
type Recording = { part: KeptPart; onOrder: (order: Order) => void; sentAt: number; everyMs: number; release: () => void }

export class Sender {
  readonly #ports: SenderPorts
  readonly #recordings = new Map<string, Recording>()
  readonly #listeners = new Set<() => void>()
  #isBusy: () => boolean = () => false
  #running = false
  #writing: Promise<void> = Promise.resolve()
  #unsent = 0

  constructor(ports: SenderPorts) {
    this.#ports = ports
  }

  /** Bytes that the server does not have. */
  get unsent(): number {
    return this.#unsent
  }

  follow(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** @param isBusy whether answers wait to be saved */
  yieldTo(isBusy: () => boolean) {
    this.#isBusy = isBusy
  }

  /** A recorder of this page writes this part. */
  begin(part: KeptPart, onOrder: (order: Order) => void) {
    this.#recordings.set(part.id, { part, onOrder, sentAt: this.#ports.now(), everyMs: PIECE_MS, release: this.#ports.hold(part.id) })
    this.#write(() => this.#ports.store.putPart(part))
  }

  /** Bytes of a part, in the order in which the recorder gave them. */
  add(partId: string, data: Blob | ArrayBuffer) {
    const recording = this.#recordings.get(partId)
    if (!recording) return
    this.#write(async () => {
      const bytes = 'arrayBuffer' in data ? await data.arrayBuffer() : data
      if (bytes.byteLength === 0) return
      const { part } = recording
      const { size } = part
      part.size += bytes.byteLength
      this.#count(bytes.byteLength)
      await this.#ports.store.put(partId, { offset: size, bytes, at: this.#ports.now() })
      await this.#ports.store.putPart(part)
    })
    void this.#written().then(() => this.send())
  }

  /** The recorder of the part has stopped. */
  end(partId: string) {
    const recording = this.#recordings.get(partId)
    if (!recording) return
    this.#write(async () => {
      recording.part.ended = true
      this.#recordings.delete(partId)
      await this.#ports.store.putPart(recording.part)
      recording.release()
    })
    void this.#written().then(() => this.send())
  }

  #write(act: () => Promise<void>) {
    // a store that fails loses bytes of a recording; answers have a store of their own
    this.#writing = this.#writing.then(act).catch(() => undefined)
  }

  /** Settles when everything that was given so far is stored. */
  async #written() {
    await this.#writing
  }

  #count(by: number) {
    this.#unsent = Math.max(0, this.#unsent + by)
    for (const listener of this.#listeners) listener()
  }

  /** Sends pieces until none is due; parts that earlier pages have left come first. */
  async send(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      await this.#countLeft()
      let pause = FIRST_WAIT_MS
      for (let part = await this.#due(); part; part = await this.#due()) {
        if (this.#isBusy()) {
          await this.#ports.wait(SOON_MS)
          continue
        }
        const waitFor = await this.#sendOf(part).catch(() => 'lost' as const)
        if (waitFor === 'lost') {
          await this.#ports.wait(pause)
          pause = Math.min(LONGEST_WAIT_MS, pause * 2)
        } else {
          pause = FIRST_WAIT_MS
          if (waitFor > 0) await this.#ports.wait(waitFor)
        }
      }
    } catch {
      // no store: the next piece tries again
    } finally {
      this.#running = false
    }
  }

  async #countLeft() {
    let bytes = 0
    for (const { id } of await this.#own()) bytes += await this.#ports.store.bytes(id)
    this.#count(bytes - this.#unsent)
  }

  /** Without the parts that another page records now. */
  async #own(): Promise<KeptPart[]> {
    const held = await this.#ports.held()
    return (await this.#ports.store.parts()).filter((one) => this.#recordings.has(one.id) || !held.has(one.id))
  }

  /** A part of an earlier page, one that has ended, or one whose bytes have waited for a piece's time. */
  async #due(): Promise<KeptPart | undefined> {
    for (const part of await this.#own()) {
      const recording = this.#recordings.get(part.id)
      if (!recording) return part
      if (this.#ports.now() - recording.sentAt < recording.everyMs) continue
      const [first] = await this.#ports.store.first(part.id, 1)
      if (first) return part
    }
    return undefined
  }

  /** @returns how long to wait before the next request */
  async #sendOf(part: KeptPart): Promise<number> {
    const { store, post } = this.#ports
    const pieces = await store.first(part.id, PIECE_BYTES)
    const recording = this.#recordings.get(part.id)
    const [first] = pieces
    const offset = first?.offset ?? part.size
    const length = pieces.reduce((sum, one) => sum + one.bytes.byteLength, 0)
    const isLast = !recording && offset + length >= part.size
    const body = first ? new Blob(pieces.map((one) => one.bytes)) : undefined
    const reply = await post(`${part.address}?offset=${offset}${isLast ? '&end=1' : ''}`, body)
    if (recording) recording.sentAt = this.#ports.now()
    if (recording) recording.everyMs = reply?.go === pieceReply.near ? NEAR_MS : PIECE_MS
    if (!reply || reply.go === pieceReply.over) {
      await this.#giveUp(part, 'over')
      return 0
    }
    if (reply.go === pieceReply.full) return FULL_MS
    if (reply.go === pieceReply.renew || reply.size < offset || (await store.bytes(part.id)) > MOST_KEPT) {
      await this.#giveUp(part, 'renew')
      return 0
    }
    await store.forget(part.id, reply.size)
    this.#count(-Math.max(0, Math.min(length, reply.size - offset)))
    if (reply.go === pieceReply.elsewhere) recording?.onOrder('elsewhere')
    if (isLast && reply.size >= offset + length) await store.drop(part.id)
    return 0
  }

  async #giveUp(part: KeptPart, order: Order) {
    const kept = await this.#ports.store.bytes(part.id)
    await this.#ports.store.drop(part.id)
    this.#count(-kept)
    const recording = this.#recordings.get(part.id)
    this.#recordings.delete(part.id)
    recording?.release()
    recording?.onOrder(order)
  }
}
