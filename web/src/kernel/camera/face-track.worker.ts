// Finds faces in pictures of the camera, in a thread of its own. The library and its models come from this server and are loaded with the first
// picture; only this thread may run WebAssembly (decision 77).

export type TrackJob = { pixels: Uint8ClampedArray; width: number; height: number }
/** Faces with their width as a part of the picture's, and how far the head is turned, in radians; positive to the left side of the picture. */
export type Tracked = { faces: { share: number; yaw: number; pitch: number }[] } | { failed: true }

type Mesh = { box: number[]; score: number; rotation?: { angle: { yaw: number; pitch: number } } }
type Tensor = { dispose: () => void }
type Human = {
  load: () => Promise<void>
  detect: (input: Tensor) => Promise<{ face: Mesh[] }>
  tf: { tensor: (values: Uint8Array, shape: number[], type: string) => Tensor; env: () => { set: (name: string, value: boolean) => void } }
}

const PLACE = '/face-track/'
const LEAST_SCORE = 0.6
const off = { enabled: false }

async function open(): Promise<Human> {
  const address = `${PLACE}human.esm.js`
  const { Human } = (await import(/* @vite-ignore */ address)) as { Human: new (config: object) => Human }
  const human = new Human({
    backend: 'wasm',
    modelBasePath: PLACE,
    wasmPath: PLACE,
    debug: false,
    warmup: 'none',
    cacheSensitivity: 0,
    cacheModels: false,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 3, minConfidence: 0.2 },
      mesh: { enabled: true },
      iris: off,
      emotion: off,
      description: off,
    },
  })
  human.tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  await human.load()
  return human
}

let opening: Promise<Human> | undefined

async function track({ pixels, width, height }: TrackJob): Promise<Tracked> {
  opening ??= open()
  const human = await opening
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    rgb[to] = pixels[from]!
    rgb[to + 1] = pixels[from + 1]!
    rgb[to + 2] = pixels[from + 2]!
  }
  const input = human.tf.tensor(rgb, [height, width, 3], 'int32')
  const { face } = await human.detect(input)
  input.dispose()
  const faces = face.flatMap(({ score, box, rotation }) =>
    score < LEAST_SCORE ? [] : [{ share: (box[2] ?? 0) / width, yaw: rotation?.angle.yaw ?? 0, pitch: rotation?.angle.pitch ?? 0 }],
  )
  return { faces }
}

addEventListener('message', ({ data }: MessageEvent<TrackJob>) => {
  const answer = (tracked: Tracked) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    postMessage(tracked)
  track(data).then(answer, () => answer({ failed: true }))
})
