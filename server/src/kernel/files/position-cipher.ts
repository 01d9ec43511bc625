// Encrypts a file that grows and is read in ranges: AES-256 in counter mode, where the counter follows from the position (NIST SP 800-38A, 6.5).
import { createCipheriv } from 'node:crypto'

export const FILE_KEY_BYTES = 32
const BLOCK = 16
const COUNTER_BYTES = 16

/**
 * Encrypts or decrypts bytes at this position of a file. A key belongs to one file, and a position gets one content: two contents under the same
 * key and position would tell their difference.
 */
export function coverAt(key: Buffer, bytes: Buffer, position: number): Buffer {
  const counter = Buffer.alloc(COUNTER_BYTES)
  counter.writeBigUInt64BE(BigInt(Math.floor(position / BLOCK)), COUNTER_BYTES - 8)
  const cipher = createCipheriv('aes-256-ctr', key, counter)
  cipher.update(Buffer.alloc(position % BLOCK))
  return cipher.update(bytes)
}
