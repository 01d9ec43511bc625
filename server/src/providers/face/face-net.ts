// The recognition net of face-api (dlib's ResNet with 29 layers), run with TensorFlow.js: 150 × 150 pixels become 128 numbers.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CHIP, mirrored } from './face-chip.ts'

/** The few calls of TensorFlow.js that are used; the human package carries the library without complete types. */
export type Tensor = { shape: number[]; dispose: () => void; data: () => Promise<Float32Array> }
export type TensorFlow = {
  tensor: (values: Float32Array | Uint8Array, shape: number[], type?: string) => Tensor
  tidy: <T>(act: () => T) => T
  conv2d: (x: Tensor, filter: Tensor, strides: number, padding: 'same' | 'valid') => Tensor
  add: (a: Tensor, b: Tensor) => Tensor
  sub: (a: Tensor, b: Tensor) => Tensor
  mul: (a: Tensor, b: Tensor) => Tensor
  div: (a: Tensor, by: Tensor) => Tensor
  relu: (x: Tensor) => Tensor
  maxPool: (x: Tensor, size: number, strides: number, padding: 'valid') => Tensor
  avgPool: (x: Tensor, size: number, strides: number, padding: 'valid') => Tensor
  pad: (x: Tensor, paddings: number[][]) => Tensor
  mean: (x: Tensor, axis: number[]) => Tensor
  matMul: (a: Tensor, b: Tensor) => Tensor
  scalar: (value: number) => Tensor
}
type Weight = { name: string; shape: number[]; dtype: string; quantization?: { dtype: 'uint8'; scale: number; min: number } }

const MEAN_RGB = new Float32Array([122.782, 117.001, 104.298])
/** Blocks after the first convolution, in order; `down` halves the size. */
const blocks = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
] as const

function weightsOf(tf: TensorFlow, manifest: string): Map<string, Tensor> {
  const [{ weights, paths }] = JSON.parse(readFileSync(manifest, 'utf8')) as [{ weights: Weight[]; paths: string[] }]
  const bytes = readFileSync(join(dirname(manifest), paths[0]!))
  const all = new Map<string, Tensor>()
  let at = 0
  for (const { name, shape, quantization } of weights) {
    const length = shape.reduce((product, one) => product * one, 1)
    const stored = bytes.subarray(at, at + length * (quantization ? 1 : 4))
    const values = quantization
      ? numbersOf(stored, quantization)
      : new Float32Array(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.length))
    all.set(name, tf.tensor(values, shape))
    at += stored.length
  }
  return all
}

/** In a loop: `Float32Array.from` takes a second of processor time for all. */
function numbersOf(stored: Uint8Array, { scale, min }: { scale: number; min: number }): Float32Array {
  const values = new Float32Array(stored.length)
  for (let at = 0; at < stored.length; at++) values[at] = stored[at]! * scale + min
  return values
}

/** Loads the net. @returns the embedding of a chip, averaged with that of its mirror image */
export function openNet(tf: TensorFlow, manifest: string): (chip: Float32Array) => Promise<Float32Array> {
  const weights = weightsOf(tf, manifest)
  const weight = (name: string) => weights.get(name) ?? missing(name)
  const colour = tf.tensor(MEAN_RGB, [1, 1, 1, 3])
  const range = tf.scalar(255)
  const layer = (x: Tensor, name: string, strides: number, padding: 'same' | 'valid') => {
    const convolved = tf.add(tf.conv2d(x, weight(`${name}/conv/filters`), strides, padding), weight(`${name}/conv/bias`))
    return tf.add(tf.mul(convolved, weight(`${name}/scale/weights`)), weight(`${name}/scale/biases`))
  }
  const plain = (x: Tensor, name: string) =>
    tf.relu(tf.add(layer(tf.relu(layer(x, `${name}/conv1`, 1, 'same')), `${name}/conv2`, 1, 'same'), x))
  const down = (x: Tensor, name: string) => {
    let out = layer(tf.relu(layer(x, `${name}/conv1`, 2, 'valid')), `${name}/conv2`, 1, 'same')
    let pooled = tf.avgPool(x, 2, 2, 'valid')
    const [, high = 0, wide = 0, deep = 0] = pooled.shape
    const [, h = 0, w = 0, d = 0] = out.shape
    if (h !== high || w !== wide)
      out = tf.pad(out, [
        [0, 0],
        [0, high - h],
        [0, wide - w],
        [0, 0],
      ])
    if (d !== deep)
      pooled = tf.pad(pooled, [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, d - deep],
      ])
    return tf.relu(tf.add(pooled, out))
  }
  return async (chip) => {
    const both = new Float32Array(chip.length * 2)
    both.set(chip)
    both.set(mirrored(chip), chip.length)
    const embedded = tf.tidy(() => {
      const pixels = tf.div(tf.sub(tf.tensor(both, [2, CHIP, CHIP, 3]), colour), range)
      let out = tf.maxPool(tf.relu(layer(pixels, 'conv32_down', 2, 'valid')), 3, 2, 'valid')
      for (const name of blocks) out = name.includes('down') ? down(out, name) : plain(out, name)
      return tf.matMul(tf.mean(out, [1, 2]), weight('fc'))
    })
    const values = await embedded.data()
    embedded.dispose()
    const half = values.length / 2
    return Float32Array.from({ length: half }, (_, at) => (values[at]! + values[half + at]!) / 2)
  }
}

const missing = (name: string): never => {
  throw new Error(`The recognition net has no ${name}.`)
}
