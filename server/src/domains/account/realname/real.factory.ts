// Data of a real-name request, for tests.
import sharp from 'sharp'

/** A JPEG with a round face on blue. */
export const portrait = (width = 295, height = 413): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="#27c"/><circle cx="50%" cy="40%" r="25%" fill="#fda"/></svg>`,
    ),
  )
    .jpeg()
    .toBuffer()

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The `serial`-th identity number of a man born in Shenzhen on 7 March 1990; serial from 0 to 498. */
export function someIdCard(serial: number): string {
  const body = `44030519900307${String(serial * 2 + 1).padStart(3, '0')}`
  return body + ('10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(body[at]), 0) % 11] ?? '')
}
