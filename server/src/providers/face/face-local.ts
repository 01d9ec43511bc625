// The local comparison: one worker thread, started with the first picture, ended after ten minutes without one.
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { distanceOf } from './face-chip.ts'
import { type FaceProblem, type FaceProvider, failedMatch, judged, type FrameSeen, type StoredFace, type Thresholds } from './face.ts'

export type FaceJob = { id: number; picture: Uint8Array }
export type FaceFound = {
  score: number
  width: number
  /** of the picture's width */ share: number
  yaw: number
  pitch: number
  sharpness: number
  vector: Float32Array
}
export type FaceReply = { problem: FaceProblem } | { faces: FaceFound[] }

const packages = [
  '@vladmandic/human',
  '@vladmandic/face-api/package.json',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
]
const START_MS = 30_000
const PICTURE_MS = 10_000
const IDLE_MS = 10 * 60_000
const MOST_WAITING = 50
const HEAP_MB = 256
/** Distances of docs/faces.md. */
export const localThresholds: Thresholds = { pass: 0.52, grey: 0.58, lower: true }
/** In a search a hit must be nearer than in a comparison, and nearer than the second by this much. */
export const searchLimits = { pass: 0.42, gap: 0.08 } as const
const enrolment = { width: 110, yaw: 0.35, pitch: 0.4, sharpness: 6 } as const
/** A second face counts from this part of the first one's width on. */
const SECOND_FACE = 0.4

/** Whether the optional packages of the local comparison are installed. */
export const isLocalInstalled = appPart(() => {
  try {
    const { resolve } = createRequire(import.meta.url)
    for (const one of packages) resolve(one)
    return true
  } catch {
    return false
  }
})

type Waiting = { job: FaceJob; settle: (reply: FaceReply) => void }

/** Looks at pictures one after the other. */
export class FaceWorker {
  readonly #app: App
  readonly #idleMs: number
  #worker: Worker | undefined
  #waiting: Waiting[] = []
  #clock: ReturnType<typeof setTimeout> | undefined
  #isReady = false
  #next = 1

  constructor(app: App, idleMs = IDLE_MS) {
    this.#app = app
    this.#idleMs = idleMs
    app.onClose(() => this.close())
    app.health.set('face', () => ({ running: this.isRunning, waiting: this.#waiting.length }))
  }

  get isRunning() {
    return this.#worker !== undefined
  }

  /** The faces of a picture, the largest first; `down` when the worker is overloaded, cannot start or takes too long. */
  look(picture: Buffer): Promise<FaceReply> {
    if (this.#waiting.length >= MOST_WAITING || !isLocalInstalled(this.#app)) return Promise.resolve({ problem: 'down' })
    const { promise, resolve } = Promise.withResolvers<FaceReply>()
    this.#waiting.push({ job: { id: this.#next++, picture }, settle: resolve })
    if (!this.#worker) this.#start()
    else if (this.#isReady && this.#waiting.length === 1) this.#send()
    return promise
  }

  async close() {
    const worker = this.#worker
    this.#stop()
    await worker?.terminate()
  }

  #start() {
    const worker = new Worker(new URL('face.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
    })
    this.#worker = worker
    this.#isReady = false
    this.#limit(START_MS)
    worker.on('message', (message: { ready: true } | { id: number; reply: FaceReply }) => {
      if (this.#worker !== worker) return
      if ('ready' in message) this.#isReady = true
      else if (this.#waiting[0]?.job.id === message.id) this.#waiting.shift()?.settle(message.reply)
      this.#send()
    })
    // an error ends the worker; its message can name a file of this machine, not a person
    worker.on('error', (error) => this.#app.log.error({ err: error }, 'face comparison'))
    worker.on('exit', () => this.#worker === worker && this.#stop())
    worker.unref()
  }

  #send() {
    const [first] = this.#waiting
    if (!first) {
      clearTimeout(this.#clock)
      this.#clock = setTimeout(() => void this.close(), this.#idleMs)
      this.#clock.unref()
      return
    }
    this.#limit(PICTURE_MS)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker?.postMessage(first.job)
  }

  #limit(ms: number) {
    clearTimeout(this.#clock)
    this.#clock = setTimeout(() => {
      this.#app.log.warn({ ms }, 'the face comparison gave no answer in time and is restarted')
      void this.close()
    }, ms)
  }

  /** What was waiting gets no answer; the next picture starts a new worker. */
  #stop() {
    clearTimeout(this.#clock)
    this.#worker = undefined
    for (const { settle } of this.#waiting.splice(0)) settle({ problem: 'down' })
  }
}

export const faceWorkerOf = appPart((app) => new FaceWorker(app))

const numbers = (vector: string) => {
  const bytes = Buffer.from(vector, 'base64')
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
const textOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')

/** Needs no service and no account. */
export function localFace(app: App): FaceProvider & { frames: (pictures: readonly Buffer[]) => Promise<FrameSeen[]> } {
  const worker = faceWorkerOf(app)
  /** The one face of a picture. */
  async function faceIn(picture: Buffer): Promise<{ problem: FaceProblem } | FaceFound> {
    if (picture.length === 0) return { problem: 'camera' }
    const reply = await worker.look(picture)
    if ('problem' in reply) return reply
    const [first, second] = reply.faces
    if (!first) return { problem: 'none' }
    return second && second.share > first.share * SECOND_FACE ? { problem: 'many' } : first
  }
  async function enrollable(picture: Buffer): Promise<{ problem: FaceProblem } | FaceFound> {
    const face = await faceIn(picture)
    if ('problem' in face) return face
    if (face.width < enrolment.width) return { problem: 'small' }
    if (Math.abs(face.yaw) > enrolment.yaw || Math.abs(face.pitch) > enrolment.pitch) return { problem: 'turned' }
    return face.sharpness < enrolment.sharpness ? { problem: 'blurred' } : face
  }
  const matched = async (vector: Float32Array, picture: Buffer) => {
    const face = await faceIn(picture)
    return 'problem' in face ? failedMatch(face.problem) : judged(distanceOf(vector, face.vector), localThresholds)
  }
  return {
    name: 'local',
    model: 'face-api-1.7',
    judgesLive: false,
    thresholds: localThresholds,
    look: enrollable,
    async enrol(_userId, picture) {
      const face = await enrollable(picture)
      return 'problem' in face ? face : { vector: textOf(face.vector), vendorId: '', width: face.width, yaw: face.yaw }
    },
    match: ({ vector }: StoredFace, picture) => matched(numbers(vector), picture),
    async compare(one, other) {
      const face = await faceIn(one)
      return 'problem' in face ? failedMatch(face.problem) : matched(face.vector, other)
    },
    async search(picture, library, most) {
      const face = await faceIn(picture)
      if ('problem' in face) return []
      const all = library.map(({ userId, vector }) => ({ userId, score: distanceOf(numbers(vector), face.vector) }))
      const [first, second, ...rest] = all.toSorted((a, b) => a.score - b.score)
      if (!first || first.score > searchLimits.pass || (second && second.score - first.score < searchLimits.gap)) return []
      return [first, ...(second ? [second] : []), ...rest].slice(0, most)
    },
    forget: () => Promise.resolve(),
    frames: (pictures) => Promise.all(pictures.map(faceIn)),
  }
}
