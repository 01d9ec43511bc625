// Records one track of a paper, part after part, and hands its bytes to the sender.
import type { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { openKey } from './cover.ts'
import { followMute, type Muted } from './mute.ts'
import { openRecorder, type Recorder } from './recorder.ts'
import type { Sender } from './sender.ts'
import type { Order } from './sender-ports.ts'
import type { Source } from './sources.ts'
import { listen } from './speech/listen.ts'

/** So many new parts in this time mean that the server cannot use what this browser records. */
const MOST_RENEWED = 5
const RENEWED_MS = 60_000
/** A recorder gives bytes each second. Some browsers name a format and write nothing: pictures take its place. */
const SILENT_MS = 10_000

/** off: not begun; lost: it should record and does not; muted, soundless: it records, and the device gives no picture or no sound for now; over: nothing more is taken, as for an exempt candidate */
export type TrackState = 'off' | 'starting' | 'recording' | 'muted' | 'soundless' | 'lost' | 'over'
type Begun = {
  id: string
  address: string
  videoBits: number
  audioBits?: number
  /** base64, of a part that goes to the storage provider */ key?: string
}
/** `userId`: to whom the kept bytes belong in this browser; `begin`: begins a part at the server, which may be asked to keep it itself; `phoneKey`: of a phone that is not signed in */
export type Track<S extends Source> = {
  track: RecordTrack
  userId: string
  begin: (source: S, here: boolean) => Promise<Begun>
  phoneKey?: string
}

export class TrackRecorder<S extends Source = Source> {
  readonly #of: Track<S>
  readonly #sender: Sender
  readonly #tell: (state: TrackState) => void
  #source: S | undefined
  #recorder: Recorder | undefined
  /** the storage provider cannot be reached from here */
  #isHere = false
  #isStopped = false
  #muted: Muted
  #part = ''
  #unfollow: () => void = () => undefined
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
    this.#follow(source)
    this.#tell('starting')
    await this.#begin(source)
  }

  /** An ended track does not come back, a muted one does. */
  #follow({ stream }: S) {
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.#source?.stream === stream && this.#lose())
    this.#unfollow()
    this.#muted = undefined
    this.#unfollow = followMute(stream, (muted) => {
      this.#muted = muted
      this.#sender.darken(this.#part, muted === 'picture')
      if (this.#recorder) this.#tellRecording()
    })
  }

  #tellRecording() {
    this.#tell(this.#muted === 'picture' ? 'muted' : this.#muted === 'sound' ? 'soundless' : 'recording')
  }

  async #begin(source: S) {
    const { track, userId, phoneKey } = this.#of
    try {
      const begun = await this.#of.begin(source, this.#isHere)
      const key = begun.key ? { key: await openKey(begun.key), ...(phoneKey === undefined ? {} : { phoneKey }) } : {}
      if (this.#source !== source || this.#isStopped) return
      const { id, address } = begun
      this.#sender.begin({ id, userId, track, address, size: 0, ended: false, at: Date.now(), mime: source.mime, ...key }, (order) =>
        this.#obey(order, source),
      )
      this.#record(source, begun)
    } catch {
      if (this.#source === source) this.#lose()
    }
  }

  #obey(order: Order, source: S) {
    if (order === 'over') return this.#end('over')
    if (order === 'elsewhere') return this.#end('off')
    if (order === 'here') this.#isHere = true
    return this.#renew(source, order === 'thin')
  }

  #record(source: S, { id, videoBits, audioBits = 0 }: Begun) {
    const before = this.#recorder
    this.#recorder = undefined
    before?.stop()
    this.#part = id
    this.#sender.darken(id, this.#muted === 'picture')
    const isNow = () => this.#recorder === recorder
    const watch = this.#watchSilence(source, id, isNow)
    const hush = listen(source.stream, (span) => this.#sender.heard(id, span))
    const opened = openRecorder(
      source.stream,
      { mime: source.mime, videoBits, audioBits },
      {
        onData: (data) => {
          if (('size' in data ? data.size : data.byteLength) > 0) clearTimeout(watch)
          this.#sender.add(id, data)
        },
        onStop: () => {
          clearTimeout(watch)
          hush()
          this.#sender.end(id)
        },
        onFirst: (at) => this.#sender.began(id, at),
        onStart: () => isNow() && this.#tellRecording(),
        onError: () => isNow() && this.#lose(),
      },
    )
    const recorder: Recorder = {
      stop: () => {
        // what was heard last goes with the last bytes
        hush()
        opened.stop()
      },
      flush: () => opened.flush(),
    }
    this.#recorder = recorder
  }

  /** Only a camera without sound can be recorded by pictures. */
  #watchSilence(source: S, id: string, isNow: () => boolean) {
    if (source.mime === PICTURES || source.surface !== '' || source.stream.getAudioTracks().length > 0) return undefined
    return setTimeout(() => {
      if (!isNow()) return
      this.#recorder?.stop()
      // it may not say that it has stopped
      this.#sender.end(id)
      this.#renew(source, true)
    }, SILENT_MS)
  }

  /** @param asPictures the disk of the server is short, or the browser writes no film */
  #renew(source: S, asPictures: boolean) {
    const now = Date.now()
    this.#renewed = [...this.#renewed.filter((at) => now - at < RENEWED_MS), now]
    if (this.#source !== source || this.#isStopped) return
    if (this.#renewed.length > MOST_RENEWED) return this.#lose()
    const next: S = asPictures ? { ...source, mime: PICTURES } : source
    this.#source = next
    void this.#begin(next)
  }

  /** Keeps what the recorder has not given yet: the page may be closed. */
  flush() {
    this.#recorder?.flush()
  }

  #lose() {
    this.#end('lost')
  }

  #end(state: TrackState) {
    this.#isStopped = true
    const recorder = this.#recorder
    this.#recorder = undefined
    recorder?.stop()
    this.#unfollow()
    this.#source?.close()
    this.#source = undefined
    this.#tell(state)
  }

  stop() {
    this.#end('off')
  }
}
