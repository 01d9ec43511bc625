// Seeded random numbers: the same seed gives the same paper.

export type Random = () => number

/** A generator of numbers in [0, 1) from a seed (sfc32); the seed is an integer below 2^53 as text or number. */
export function seededRandom(seed: string | number): Random {
  const whole = BigInt(seed)
  let a = Number(whole & 0xffff_ffffn) | 0
  let b = Number((whole >> 32n) & 0xffff_ffffn) | 0
  let c = 0x9e3779b9 | 0
  let d = 1
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 15; i++) next()
  return next
}

/** A shuffled copy (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[out[i], out[j]] = [out[j]!, out[i]!]
  }
  return out
}

/** A shuffled copy in which pinned items keep their index. */
export function shuffledAround<T extends { pinned?: boolean | undefined }>(items: readonly T[], random: Random): T[] {
  const loose = shuffled(
    items.filter((one) => !one.pinned),
    random,
  )
  return items.map((one) => (one.pinned ? one : loose.shift()!))
}
