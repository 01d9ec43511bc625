// Plays one track with Media Source Extensions: ranges of bytes from a key frame on, placed on the axis of the paper.
import { clusterAt, isSame, type Part, partAt } from './axis.ts'

/** Loaded ahead of the place that is played. */
const AHEAD_MS = 15_000
const BEHIND_S = 60
/** Clusters of one request. */
const AT_ONCE = 3
const SECOND = 1_000

/** hole: nothing was recorded at this place; loading: it is on its way; failed: it could not be fetched or played */
export type Shown = 'picture' | 'hole' | 'loading' | 'failed'

const settled = (buffer: SourceBuffer) =>
  buffer.updating
    ? new Promise<void>((resolve) => buffer.addEventListener('updateend', () => resolve(), { once: true }))
    : Promise.resolve()

export async function fetchBytes({ address }: Part, from: number, to: number): Promise<ArrayBuffer> {
  const reply = await fetch(address, { headers: { range: `bytes=${from}-${to - 1}` } })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.arrayBuffer()
}

export class TrackPlayer {
  readonly #video: HTMLVideoElement
  readonly #source = new MediaSource()
  readonly #heads = new Map<string, ArrayBuffer>()
  #parts: readonly Part[]
  #buffer: SourceBuffer | undefined
  #loading = false
  /** the part that is loaded, the position up to which it is, and the time that is loaded */
  #part: Part | undefined
  #at = 0
  #fromMs = 0
  #untilMs = 0
  #isFailed = false
  #isClosed = false

  constructor(video: HTMLVideoElement, parts: readonly Part[]) {
    this.#video = video
    this.#parts = parts
    video.src = URL.createObjectURL(this.#source)
    this.#source.addEventListener('sourceopen', () => (this.#source.duration = Number.POSITIVE_INFINITY), { once: true })
  }

  /** Parts that have grown. */
  update(parts: readonly Part[]) {
    this.#parts = parts
    this.#part = parts.find((one) => isSame(one, this.#part)) ?? this.#part
  }

  /** Shows this place of the axis; called several times a second. @returns what is to be seen there */
  show(atMs: number, isPlaying: boolean, rate: number): Shown {
    const part = partAt(this.#parts, atMs)
    const video = this.#video
    if (!part || part.address === '') {
      video.pause()
      return 'hole'
    }
    if (this.#isFailed) return 'failed'
    const isLoaded = isSame(part, this.#part) && atMs >= this.#fromMs && atMs < this.#untilMs
    if (!isLoaded || this.#untilMs - atMs < AHEAD_MS) void this.#load(part, atMs, isLoaded)
    if (!isLoaded) return 'loading'
    const apart = Math.abs(video.currentTime - atMs / SECOND)
    if (apart > (isPlaying ? 0.3 * Math.max(1, rate) : 0.05)) video.currentTime = atMs / SECOND
    if (video.playbackRate !== rate) video.playbackRate = rate
    if (isPlaying && video.paused) void video.play().catch(() => undefined)
    if (!isPlaying && !video.paused) video.pause()
    return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? 'picture' : 'loading'
  }

  async #load(part: Part, atMs: number, isLoaded: boolean) {
    if (this.#loading || this.#source.readyState !== 'open') return
    this.#loading = true
    try {
      // just behind what is loaded: the next bytes of a part that grows
      const isNext = isSame(part, this.#part) && atMs >= this.#untilMs && atMs < this.#untilMs + AHEAD_MS
      if (!isLoaded && !isNext) await this.#begin(part, atMs)
      await this.#append()
    } catch {
      this.#isFailed = !this.#isClosed
    } finally {
      this.#loading = false
    }
  }

  /** A player begins with the head of the part and a key frame. */
  async #begin(part: Part, atMs: number) {
    const head = this.#heads.get(part.id) ?? (await fetchBytes(part, 0, part.init))
    this.#heads.set(part.id, head)
    const buffer = (this.#buffer ??= this.#source.addSourceBuffer(part.mime))
    await settled(buffer)
    buffer.abort()
    if (buffer.buffered.length > 0) {
      buffer.remove(0, Number.POSITIVE_INFINITY)
      await settled(buffer)
    }
    if (this.#part && this.#part.mime !== part.mime) buffer.changeType(part.mime)
    buffer.timestampOffset = part.zeroMs / SECOND
    buffer.appendBuffer(head)
    await settled(buffer)
    this.#part = part
    const first = part.clusters[Math.max(0, clusterAt(part, atMs - part.zeroMs))]
    this.#at = first?.[0] ?? part.init
    this.#fromMs = first && first !== part.clusters[0] ? part.zeroMs + first[1] : part.fromMs
    this.#untilMs = this.#fromMs
  }

  async #append() {
    const [part, buffer] = [this.#part, this.#buffer]
    // a part that grows has nothing new now
    if (!part || !buffer || this.#at >= part.bytes) return
    const end = part.clusters.filter(([at]) => at > this.#at)[AT_ONCE - 1]
    const bytes = await fetchBytes(part, this.#at, end?.[0] ?? part.bytes)
    await settled(buffer)
    buffer.appendBuffer(bytes)
    await settled(buffer)
    this.#at += bytes.byteLength
    this.#untilMs = end ? part.zeroMs + end[1] : part.toMs
    const old = this.#video.currentTime - BEHIND_S
    if (old > 0 && buffer.buffered.length > 0 && buffer.buffered.start(0) < old) {
      buffer.remove(0, old)
      await settled(buffer)
      this.#fromMs = Math.max(this.#fromMs, old * SECOND)
    }
  }

  close() {
    this.#isClosed = true
    this.#video.pause()
    URL.revokeObjectURL(this.#video.src)
    this.#video.removeAttribute('src')
    this.#video.load()
  }
}
