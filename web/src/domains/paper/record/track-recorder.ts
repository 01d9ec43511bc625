// Records one track of a paper, part after part, and hands its bytes to the sender.
import type { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { Sender } from './sender.ts'
import type { Source } from './sources.ts'

/** Bytes are kept this often: a page that is closed loses no more. */
const SLICE_MS = 2_000
const KEY_MS = 5_000
/** So many new parts in this time mean that the server cannot use what this browser records. */
const MOST_RENEWED = 5
const RENEWED_MS = 60_000

/** off: not begun; lost: it should record and does not; over: nothing more is taken, as for an exempt candidate */
export type TrackState = 'off' | 'starting' | 'recording' | 'lost' | 'over'
type Begun = { id: string; address: string; videoBits: number; audioBits?: number }
/** `userId`: to whom the kept bytes belong in this browser; `begin`: begins a part at the server */
export type Track<S extends Source> = { track: RecordTrack; userId: string; begin: (source: S) => Promise<Begun> }

export class TrackRecorder<S extends Source = Source> {
  readonly #of: Track<S>
  readonly #sender: Sender
  readonly #tell: (state: TrackState) => void
  #source: S | undefined
  #recorder: MediaRecorder | undefined
  #isStopped = false
  #renewed: number[] = []

  constructor(of: Track<S>, sender: Sender, tell: (state: TrackState) => void) {
    this.#of = of
    this.#sender = sender
    this.#tell = tell
  }

  /** Records this source from now on. */
  async start(source: S): Promise<void> {
    this.#isStopped = false
    this.#source?.close()
    this.#source = source
    for (const track of source.stream.getTracks()) track.addEventListener('ended', () => this.#source === source && this.#lose())
    this.#tell('starting')
    await this.#begin(source)
  }

  async #begin(source: S) {
    const { track, userId } = this.#of
    try {
      const begun = await this.#of.begin(source)
      if (this.#source !== source || this.#isStopped) return
      const part = { id: begun.id, userId, track, address: begun.address, size: 0, ended: false, at: Date.now() }
      this.#sender.begin(part, (order) => {
        if (order !== 'renew') return this.#end(order === 'over' ? 'over' : 'off')
        return this.#renew(source)
      })
      this.#record(source, begun.id, { videoBitsPerSecond: begun.videoBits, audioBitsPerSecond: begun.audioBits ?? 0 })
    } catch {
      if (this.#source === source) this.#lose()
    }
  }

  #record(source: Source, partId: string, bits: { videoBitsPerSecond: number; audioBitsPerSecond: number }) {
    const before = this.#recorder
    this.#recorder = undefined
    stopRecorder(before)
    const more = { videoKeyFrameIntervalDuration: KEY_MS }
    const recorder = new MediaRecorder(source.stream, { mimeType: source.mime, ...bits, ...more })
    recorder.addEventListener('dataavailable', ({ data }) => this.#sender.add(partId, data))
    recorder.addEventListener('stop', () => this.#sender.end(partId))
    recorder.addEventListener('start', () => this.#recorder === recorder && this.#tell('recording'))
    recorder.addEventListener('error', () => this.#recorder === recorder && this.#lose())
    this.#recorder = recorder
    recorder.start(SLICE_MS)
  }

  #renew(source: S) {
    const now = Date.now()
    this.#renewed = [...this.#renewed.filter((at) => now - at < RENEWED_MS), now]
    if (this.#source !== source || this.#isStopped) return
    if (this.#renewed.length > MOST_RENEWED) this.#lose()
    else void this.#begin(source)
  }

  /** Keeps what the recorder has not given yet: the page may be closed. */
  flush() {
    if (this.#recorder?.state === 'recording') this.#recorder.requestData()
  }

  #lose() {
    this.#end('lost')
  }

  #end(state: TrackState) {
    this.#isStopped = true
    const recorder = this.#recorder
    this.#recorder = undefined
    stopRecorder(recorder)
    this.#source?.close()
    this.#source = undefined
    this.#tell(state)
  }

  stop() {
    this.#end('off')
  }
}

const stopRecorder = (recorder: MediaRecorder | undefined) => recorder && recorder.state !== 'inactive' && recorder.stop()
