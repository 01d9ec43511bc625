// Vectors of texts compared. All have the length 1, so that the cosine is their product.

/** The cosine of two vectors; 0 for vectors of different models. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** Little-endian, four bytes a number. */
export function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes
}
export function vectorIn(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: Math.floor(bytes.byteLength / 4) }, (_one, at) => view.getFloat32(at * 4, true))
}
