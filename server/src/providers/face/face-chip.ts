// Geometry of the local face comparison: the square cut from a picture that the recognition net expects. Pure functions.

export type Point = readonly [number, number]
/** Maps (x, y) of the chip to the picture: (a·x − b·y + tx, b·x + a·y + ty). */
export type Similarity = { a: number; b: number; tx: number; ty: number }

export const CHIP = 150
const PADDING = 0.25
/** Points of the face mesh: corners of both eyes and of the mouth, and the base of the nose. */
export const chipPoints = [33, 133, 362, 263, 61, 291, 2] as const
/** The same points of dlib's mean face, between 0 and 1; the net was trained with this shape. */
const mean: readonly Point[] = [
  [0.121737, 0.216423],
  [0.334606, 0.231733],
  [0.645647, 0.231733],
  [0.858516, 0.216423],
  [0.254149, 0.780233],
  [0.726104, 0.780233],
  [0.490127, 0.628106],
]
const target: readonly Point[] = mean.map(([x, y]) => [
  ((x + PADDING) / (1 + 2 * PADDING)) * CHIP,
  ((y + PADDING) / (1 + 2 * PADDING)) * CHIP,
])

/** The least-squares similarity from the chip to seven points of a picture, in the order of `chipPoints`. */
export function similarityTo(points: readonly Point[]): Similarity {
  const n = target.length
  const middle = (all: readonly Point[]) => [all.reduce((sum, [x]) => sum + x, 0) / n, all.reduce((sum, [, y]) => sum + y, 0) / n] as const
  const [[mx, my], [px, py]] = [middle(target), middle(points)]
  let [dot, cross, norm] = [0, 0, 0]
  for (const [at, [x, y]] of target.entries()) {
    const [u, v] = points[at]!
    dot += (x - mx) * (u - px) + (y - my) * (v - py)
    cross += (x - mx) * (v - py) - (y - my) * (u - px)
    norm += (x - mx) ** 2 + (y - my) ** 2
  }
  const [a, b] = [dot / norm, cross / norm]
  return { a, b, tx: px - a * mx + b * my, ty: py - b * mx - a * my }
}

export type Raster = { data: Uint8Array; width: number; height: number }

/** Cuts the chip from RGB pixels, bilinear; what lies outside of the picture is black. @returns CHIP × CHIP × 3 values from 0 to 255 */
export function chipOf({ data, width, height }: Raster, { a, b, tx, ty }: Similarity): Float32Array {
  const chip = new Float32Array(CHIP * CHIP * 3)
  let at = 0
  for (let y = 0; y < CHIP; y++)
    for (let x = 0; x < CHIP; x++, at += 3) {
      const [u, v] = [a * x - b * y + tx, b * x + a * y + ty]
      const [left, top] = [Math.floor(u), Math.floor(v)]
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue
      const [fx, fy] = [u - left, v - top]
      const first = (top * width + left) * 3
      for (let c = 0; c < 3; c++) {
        const one = first + c
        const upper = data[one]! * (1 - fx) + data[one + 3]! * fx
        const lower = data[one + width * 3]! * (1 - fx) + data[one + width * 3 + 3]! * fx
        chip[at + c] = upper * (1 - fy) + lower * fy
      }
    }
  return chip
}

/** The chip with left and right exchanged. */
export function mirrored(chip: Float32Array): Float32Array {
  const flipped = new Float32Array(chip.length)
  for (let y = 0; y < CHIP; y++)
    for (let x = 0; x < CHIP; x++) for (let c = 0; c < 3; c++) flipped[(y * CHIP + x) * 3 + c] = chip[(y * CHIP + CHIP - 1 - x) * 3 + c]!
  return flipped
}

/** How sharp a chip is: the variance of the Laplacian of its brightness in the middle, where the face is. */
export function sharpnessOf(chip: Float32Array): number {
  const grey = (x: number, y: number) => {
    const at = (y * CHIP + x) * 3
    return 0.299 * chip[at]! + 0.587 * chip[at + 1]! + 0.114 * chip[at + 2]!
  }
  const [from, to] = [Math.round(CHIP * 0.2), Math.round(CHIP * 0.8)]
  let [sum, squares, n] = [0, 0, 0]
  for (let y = from; y < to; y++)
    for (let x = from; x < to; x++) {
      const edge = 4 * grey(x, y) - grey(x - 1, y) - grey(x + 1, y) - grey(x, y - 1) - grey(x, y + 1)
      sum += edge
      squares += edge * edge
      n++
    }
  return squares / n - (sum / n) ** 2
}

/** The distance between two embeddings: 0 for the same picture, above 0.6 for most pairs of different people. */
export function distanceOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at]! - other[at]!) ** 2
  return Math.sqrt(sum)
}
