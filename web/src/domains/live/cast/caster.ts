// Broadcasts from the browser: what the recorder writes is sent in order, and kept until the server has it. A lost line is waited for.
import { CAST_BYTES, castReply, type CastReply, type CastType, castTypes } from '@shuyuan/contract/live/cast.ts'

/** off: not begun; sending; waiting: the line is lost; over: the room has ended; elsewhere: another page has taken over; broken: it cannot go on */
export type CastState = 'off' | 'sending' | 'waiting' | 'over' | 'elsewhere' | 'broken'
export type CastStart = { cast: string; part: number }

const SLICE_MS = 500
const AGAIN_MS = 1_000
const SEND_MS = 15_000
/** Upload buffer while disconnected; beyond it a new part starts. */
const MOST_KEPT = 150 * 1_024 * 1_024
/** So many new parts in this time mean that the server cannot use what this browser records. */
const MOST_RENEWED = 5
const RENEWED_MS = 30_000
/** A recorder writes something every half second; one that has written nothing by then never will. */
const SILENT_MS = 15_000
const BITS = { videoBitsPerSecond: 1_800_000, audioBitsPerSecond: 96_000 }
/** A segment ends at a key frame. */
const KEY_MS = 2_000

/** One recorder's bytes. `start`: the position of the first one that is kept. */
type Part = { no: number; type: CastType; kept: Blob; start: number; ended: boolean }

export type Post = (address: string, body: Blob) => Promise<CastReply | undefined>

/** undefined: the server does not know the address. Throws without an answer. */
export const postBytes: Post = async (address, body) => {
  const headers = { 'content-type': 'application/octet-stream' }
  const reply = await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(SEND_MS) })
  if (reply.status === 404 || reply.status === 400) return undefined
  if (!reply.ok) throw new Error(String(reply.status))
  return (await reply.json()) as CastReply
}

/** What this browser records, with pictures or as sound only; undefined where it records nothing. */
export function castTypeOf(hasPictures: boolean): CastType | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined
  const names: CastType[] = hasPictures ? ['webm-h264', 'mp4-aac', 'mp4-h264', 'webm'] : ['sound', 'sound-mp4']
  return names.find((name) => MediaRecorder.isTypeSupported(castTypes[name]))
}

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, AGAIN_MS))

export class Caster {
  readonly #tell: (state: CastState) => void
  readonly #post: Post
  #address = ''
  #next = 0
  #state: CastState = 'off'
  #parts: Part[] = []
  #recorder: MediaRecorder | undefined
  #stream: MediaStream | undefined
  #sending = false
  #renewed: number[] = []
  #silence: ReturnType<typeof setTimeout> | undefined

  constructor(tell: (state: CastState) => void, post: Post = postBytes) {
    this.#tell = tell
    this.#post = post
  }

  begin({ cast, part }: CastStart, stream: MediaStream) {
    this.#address = cast
    this.#next = part
    this.#parts = []
    this.#set('sending')
    this.record(stream)
  }

  /** Records this stream from now on: another part. */
  record(stream: MediaStream) {
    this.#stop()
    this.#stream = stream
    const type = castTypeOf(stream.getVideoTracks().length > 0)
    if (type === undefined) return this.#set('broken')
    const part: Part = { no: this.#next++, type, kept: new Blob(), start: 0, ended: false }
    const more = { videoKeyFrameIntervalDuration: KEY_MS }
    const recorder = new MediaRecorder(stream, { mimeType: castTypes[type], ...BITS, ...more })
    this.#silence = setTimeout(() => this.end('broken'), SILENT_MS)
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0 && recorder === this.#recorder) clearTimeout(this.#silence)
      part.kept = new Blob([part.kept, data])
      void this.#send()
    })
    recorder.addEventListener('stop', () => {
      part.ended = true
      void this.#send()
    })
    this.#parts.push(part)
    this.#recorder = recorder
    recorder.start(SLICE_MS)
  }

  #stop() {
    const recorder = this.#recorder
    this.#recorder = undefined
    clearTimeout(this.#silence)
    if (recorder && recorder.state !== 'inactive') recorder.stop()
  }

  /** Ends the recording; what is not sent yet is given up. */
  end(state: CastState = 'off') {
    this.#set(state)
    this.#stop()
    this.#parts = []
  }

  #set(state: CastState) {
    if (state === this.#state) return
    this.#state = state
    this.#tell(state)
  }

  get #isOn() {
    return this.#state === 'sending' || this.#state === 'waiting'
  }

  async #send() {
    if (this.#sending) return
    this.#sending = true
    try {
      for (let part = this.#due(); this.#isOn && part; part = this.#due()) await this.#sendOf(part)
    } finally {
      this.#sending = false
    }
  }

  /** The first part with bytes that the server has not; those that are finished are forgotten. */
  #due(): Part | undefined {
    while (this.#parts[0]?.ended && this.#parts[0].kept.size === 0) this.#parts.shift()
    const [first] = this.#parts
    return first && first.kept.size > 0 ? first : undefined
  }

  async #sendOf(part: Part) {
    const address = `${this.#address}/${part.no}?offset=${part.start}&type=${part.type}`
    let reply: CastReply | undefined
    try {
      reply = await this.#post(address, part.kept.slice(0, CAST_BYTES))
      // something else answers in place of the server, such as a portal of the network
      if (reply && !Number.isSafeInteger(reply.size)) throw new Error('no answer to bytes')
    } catch {
      this.#set('waiting')
      if (part.kept.size > MOST_KEPT) this.#renew(part)
      return pause()
    }
    if (!this.#isOn) return
    if (!reply) return this.end('broken')
    if (reply.go === castReply.over || reply.go === castReply.elsewhere) return this.end(reply.go)
    this.#set('sending')
    const taken = reply.size - part.start
    // the server lost what it had, or no process encodes the part any more
    if (reply.go === castReply.renew || taken < 0) return this.#renew(part)
    part.kept = part.kept.slice(taken)
    part.start = reply.size
    // an answer that takes nothing is not asked for again at once
    if (taken === 0) await pause()
  }

  /** The rest of this part is given up; if it is still being recorded, another one begins. */
  #renew(part: Part) {
    this.#parts = this.#parts.filter((one) => one !== part)
    if (part.ended || !this.#recorder || this.#parts.length > 0) return
    const now = Date.now()
    this.#renewed = [...this.#renewed.filter((at) => now - at < RENEWED_MS), now]
    if (this.#renewed.length > MOST_RENEWED) return this.end('broken')
    if (this.#stream) this.record(this.#stream)
  }
}
