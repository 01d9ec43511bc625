// The worker thread of the local face comparison: finds faces in a JPEG, and computes the numbers by which they are compared. It reads model
// files of installed packages only, and makes no request.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import sharp from 'sharp'
import { chipOf, chipPoints, type Point, sharpnessOf, similarityTo } from './face-chip.ts'
import type { FaceFound, FaceJob, FaceReply } from './face-local.ts'
import { openNet, type Tensor, type TensorFlow } from './face-net.ts'

/** Longer side of the picture in which faces are found, in pixels. */
const LOOKED_AT = 640
/** Below this confidence a find is no face. */
const LEAST_SCORE = 0.6
const MAX_PIXELS = 20_000_000
/** Standard deviation of brightness (0–255) below which a picture is blank. */
const MIN_SPREAD = 4
const ORIGIN = 'http://models.invalid/'

type Mesh = {
  box: [number, number, number, number]
  score: number
  mesh: [number, number, number][]
  rotation?: { angle: { yaw: number; pitch: number; roll: number } }
}
type Human = {
  load: () => Promise<void>
  detect: (input: Tensor) => Promise<{ face: Mesh[]; error?: string }>
  tf: TensorFlow & { env: () => { set: (name: string, value: boolean) => void } }
}

const { resolve } = createRequire(import.meta.url)
const folders = {
  'human/': join(dirname(resolve('@vladmandic/human')), '../models'),
  'wasm/': dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm')),
}
const mediaTypes: Record<string, string> = { json: 'application/json', wasm: 'application/wasm' }

/** Answers the library's requests for its models from the packages; every other address is refused. */
async function modelFile(address: string | URL | Request): Promise<Response> {
  const path = String(address instanceof Request ? address.url : address)
  const [name, folder] = Object.entries(folders).find(([start]) => path.startsWith(ORIGIN + start)) ?? []
  const file = path.slice(ORIGIN.length + (name?.length ?? 0))
  if (folder === undefined || !/^[\w.-]+$/.test(file)) throw new Error('The worker makes no requests.')
  return new Response(await readFile(join(folder, file)), {
    headers: { 'content-type': mediaTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' },
  })
}

/**
 * Loads the browser build of human: it is the only one that contains TensorFlow.js. It must take this thread for a worker of a browser, else
 * it looks for the packages of Node.
 */
async function openHuman(): Promise<Human> {
  const own = process
  const hidden = new Proxy(own, { get: (target, name) => (name === 'versions' ? {} : Reflect.get(target, name)) })
  const browser = {
    process: hidden,
    fetch: modelFile,
    WorkerGlobalScope: Object,
    importScripts: () => undefined,
    location: { href: ORIGIN },
  }
  for (const [name, value] of Object.entries({ ...browser, self: globalThis }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  const build = join(dirname(resolve('@vladmandic/human')), 'human.esm.js')
  const { Human } = (await import(pathToFileURL(build).href)) as { Human: new (config: object) => Human }
  const off = { enabled: false }
  const human = new Human({
    backend: 'wasm',
    modelBasePath: `${ORIGIN}human/`,
    wasmPath: `${ORIGIN}wasm/`,
    debug: false,
    warmup: 'none',
    cacheSensitivity: 0,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 6, minConfidence: 0.2, minSize: 24 },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      description: off,
      antispoof: off,
      liveness: off,
    },
  })
  human.tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  await human.load()
  return human
}

const human = await openHuman()
const { tf } = human
const embed = openNet(tf, join(dirname(resolve('@vladmandic/face-api/package.json')), 'model/face_recognition_model-weights_manifest.json'))

async function find(picture: Uint8Array): Promise<FaceReply> {
  const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, width, height } = await image.metadata()
  if (format !== 'jpeg' && format !== 'png') return { problem: 'broken' }
  const { channels } = await sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .flatten({ background: 'white' })
    .greyscale()
    .stats()
  if ((channels[0]?.stdev ?? 0) < MIN_SPREAD) return { problem: 'blank' }
  const { data, info } = await image
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(LOOKED_AT, LOOKED_AT, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width: info.width, height: info.height }
  const input = tf.tensor(raster.data, [info.height, info.width, 3], 'int32')
  const { face, error } = await human.detect(input)
  input.dispose()
  if (error) throw new Error(error)
  const found: FaceFound[] = []
  for (const one of face) {
    if (one.score < LEAST_SCORE || one.mesh.length < 468) continue
    const points = chipPoints.map((at): Point => [one.mesh[at]![0], one.mesh[at]![1]])
    const chip = chipOf(raster, similarityTo(points))
    const { yaw, pitch } = one.rotation?.angle ?? { yaw: 0, pitch: 0 }
    const scale = Math.max(width, height) / Math.max(info.width, info.height)
    found.push({
      score: one.score,
      width: Math.round(one.box[2] * scale),
      share: one.box[2] / info.width,
      yaw,
      pitch,
      sharpness: sharpnessOf(chip),
      vector: await embed(chip),
    })
  }
  return { faces: found.toSorted((a, b) => b.share - a.share) }
}

parentPort?.on('message', ({ id, picture }: FaceJob) => {
  const answer = (reply: FaceReply) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    parentPort?.postMessage({ id, reply })
  // sharp's message can describe the picture, so it is dropped
  find(picture).then(answer, () => answer({ problem: 'broken' }))
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage({ ready: true })
