// Sends what recorders wrote, in order, one request at a time, and keeps it until the server has it. Answers go first: while one waits, nothing is sent.
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { NEAR_MS, PIECE_BYTES, PIECE_MS, pieceReply, type PieceReply } from '@shuyuan/contract/paper/record/piece.ts'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import { CloudRefused } from './cloud-sender.ts'
import { Later } from './later.ts'
import type { Order, SenderPorts } from './sender-ports.ts'
import type { KeptPart, KeptPiece } from './piece-store.ts'
import { ageOf, readSlice, type Reading, takeNotes, told } from './reading.ts'

const SOON_MS = 500
const FULL_MS = 30_000
const AWAY_MS = 10_000
const FIRST_WAIT_MS = 1_000
/** A recorder gives its bytes once a second: those that come a little early are not left for the next second. */
const EARLY_MS = 500
const LONGEST_WAIT_MS = 15_000
/** Beyond the room of the browser so much of it is dropped at a time. */
const DROPPED = 0.1
/** Whose oldest pieces are dropped first. */
const dropOrder = [RecordTrack.screen, RecordTrack.phone, RecordTrack.camera]

type Recording = Reading & { onOrder: (order: Order) => void; sentAt: number; everyMs: number; isDark: boolean; release: () => void }

const toCloud = (part: KeptPart): part is KeptPart & { key: CryptoKey } => part.key !== undefined

export class Sender {
  readonly #ports: SenderPorts
  readonly #recordings = new Map<string, Recording>()
  readonly #listeners = new Set<() => void>()
  readonly #later: Later
  #isBusy: () => boolean = () => false
  #running = false
  #writing: Promise<void> = Promise.resolve()
  #unsent = 0
  #isAway = false

  constructor(ports: SenderPorts) {
    this.#ports = ports
    this.#later = new Later(ports.now)
  }

  /** Bytes that the server does not have. */
  get unsent(): number {
    return this.#unsent
  }

  /** Whether nothing is taken because the candidate is not signed in. */
  get isAway(): boolean {
    return this.#isAway
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
    const release = this.#ports.hold(part.id)
    this.#recordings.set(part.id, {
      part,
      scan: newScan,
      onOrder,
      sentAt: this.#ports.now(),
      everyMs: PIECE_MS,
      isDark: false,
      release,
      zero: Infinity,
      heard: [],
    })
    this.#write(() => this.#ports.store.putPart(part))
  }

  /** The first picture of a part was taken then, by `clock`. */
  began(partId: string, at: number) {
    const recording = this.#recordings.get(partId)
    if (recording) recording.zero = Math.min(recording.zero, at)
  }

  /** Something like speech was heard while this part was recorded, by `clock`; the next bytes carry it. */
  heard(partId: string, span: Spoken) {
    this.#recordings.get(partId)?.heard.push(span)
  }

  /** The device of this part gives no picture from now on, or gives one again. */
  darken(partId: string, isDark: boolean) {
    const recording = this.#recordings.get(partId)
    if (recording) recording.isDark = isDark
  }

  /** Bytes of a part, in the order in which the recorder gave them. */
  add(partId: string, data: Blob | ArrayBuffer) {
    const recording = this.#recordings.get(partId)
    if (!recording) return
    const given = this.#ports.clock()
    const { isDark } = recording
    this.#write(async () => {
      const bytes = 'arrayBuffer' in data ? await data.arrayBuffer() : data
      if (bytes.byteLength === 0) return
      const { part } = recording
      const found = readSlice(recording, bytes, given)
      const piece: KeptPiece = { offset: part.size, bytes, at: this.#ports.now(), found, ...takeNotes(recording, isDark) }
      part.size += bytes.byteLength
      this.#count(bytes.byteLength)
      await this.#keep(partId, piece)
      await this.#ports.store.putPart(part)
    })
    void this.#written().then(() => this.send())
  }

  async #keep(partId: string, piece: KeptPiece) {
    const room = await this.#ports.room()
    if (this.#unsent > room) await this.#drop(this.#unsent - room * (1 - DROPPED))
    try {
      await this.#ports.store.put(partId, piece)
    } catch {
      // the browser has less room than it said
      await this.#drop(room * DROPPED)
      await this.#ports.store.put(partId, piece)
    }
  }

  /** Drops the oldest pieces: of the screen first, of the camera last. */
  async #drop(wanted: number) {
    const parts = await this.#own()
    let left = wanted
    for (const track of dropOrder)
      for (const part of parts.filter((one) => one.track === track)) {
        if (left <= 0) return
        const gone = await this.#ports.store.cut(part.id, left)
        left -= gone
        this.#count(-gone)
      }
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

  #setAway(isAway: boolean) {
    if (this.#isAway === isAway) return
    this.#isAway = isAway
    this.#count(0)
  }

  /** Sends pieces until none is due; parts that earlier pages have left come first. */
  async send(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      await this.#countLeft()
      let pause = FIRST_WAIT_MS
      for (let part = await this.#next(); part; part = await this.#next()) {
        if (this.#isBusy()) {
          await this.#ports.wait(SOON_MS)
          continue
        }
        const waitFor = await this.#tryPart(part)
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

  async #tryPart(part: KeptPart): Promise<number | 'lost'> {
    try {
      const waitFor = await this.#sendOf(part)
      this.#later.clear(part.id)
      return waitFor
    } catch (error) {
      // the other parts go on, and what is recorded from now on goes to the server
      if (error instanceof CloudRefused && this.#later.fail(part.id)) {
        this.#recordings.get(part.id)?.onOrder('here')
        return 0
      }
      return 'lost'
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

  /** The next due part; while nothing is recorded, parts that the storage provider refuses are waited for. */
  async #next(): Promise<KeptPart | undefined> {
    for (;;) {
      const part = await this.#due()
      const ms = this.#later.wait()
      if (part || ms === undefined || this.#recordings.size > 0) return part
      await this.#ports.wait(ms)
    }
  }

  /** A part of an earlier page, one that has ended, or one whose bytes have waited for a piece's time. */
  async #due(): Promise<KeptPart | undefined> {
    const own = await this.#own()
    this.#later.keep(own.map((one) => one.id))
    for (const part of own.filter((one) => !this.#later.has(one.id))) {
      const recording = this.#recordings.get(part.id)
      if (!recording) return part
      const [first] = await this.#ports.store.first(part.id, 1)
      // after an interruption one message follows the other
      const isOld = first !== undefined && this.#ports.now() - first.at >= recording.everyMs
      if (first && (isOld || this.#ports.now() - recording.sentAt >= recording.everyMs - EARLY_MS)) return part
    }
    return undefined
  }

  /** @returns how long to wait before the next request */
  async #sendOf(part: KeptPart): Promise<number> {
    const { store, post, put } = this.#ports
    const pieces = await store.first(part.id, PIECE_BYTES)
    const recording = this.#recordings.get(part.id)
    const [first] = pieces
    const offset = first?.offset ?? part.size
    const length = pieces.reduce((sum, one) => sum + one.bytes.byteLength, 0)
    const isLast = !recording && offset + length >= part.size
    const body = first ? new Blob(pieces.map((one) => one.bytes)) : undefined
    // the time of the request counts into the interval
    const began = this.#ports.now()
    const age = () => ageOf(recording, this.#ports.clock())
    const reply = await (toCloud(part)
      ? put(part, pieces, { isLast, age })
      : post(
          `${part.address}?${told({ offset, end: isLast, lost: first?.lost === true, dark: pieces.at(-1)?.dark === true, age: age(), spoken: pieces.flatMap((one) => one.spoken ?? []) })}`,
          body,
        ))
    if (reply && reply !== 'away' && !Number.isSafeInteger(reply.size)) throw new Error('answered by something else, such as a portal')
    if (recording) recording.sentAt = began
    this.#setAway(reply === 'away')
    if (reply === 'away') return AWAY_MS
    if (recording) recording.everyMs = reply?.go === pieceReply.near ? NEAR_MS : PIECE_MS
    if (!reply || reply.go === pieceReply.over) return this.#giveUp(part, 'over')
    if (reply.go === pieceReply.full) return FULL_MS
    const isLost = reply.go === pieceReply.renew || reply.size < offset
    if (isLost) return this.#giveUp(part, 'renew')
    await this.#taken(part, reply, { offset, length, isLast })
    // an answer that takes nothing is not asked for again at once
    return length > 0 && reply.size === offset ? FIRST_WAIT_MS : 0
  }

  async #taken(part: KeptPart, reply: PieceReply, { offset, length, isLast }: { offset: number; length: number; isLast: boolean }) {
    await this.#ports.store.forget(part.id, reply.size)
    this.#count(-Math.max(0, Math.min(length, reply.size - offset)))
    if (reply.go === pieceReply.elsewhere || reply.go === pieceReply.thin) this.#recordings.get(part.id)?.onOrder(reply.go)
    if (isLast && reply.size >= offset + length) await this.#ports.store.drop(part.id)
  }

  async #giveUp(part: KeptPart, order: Order): Promise<number> {
    const kept = await this.#ports.store.bytes(part.id)
    await this.#ports.store.drop(part.id)
    this.#count(-kept)
    const recording = this.#recordings.get(part.id)
    this.#recordings.delete(part.id)
    recording?.release()
    recording?.onOrder(order)
    return 0
  }
}
