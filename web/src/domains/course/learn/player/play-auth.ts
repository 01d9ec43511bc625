// The query `auth` of a request for the key of an encrypted video (learner.md §4).
import { encryptBlock } from './aes-block.ts'

/** 16 characters each */
export type PlayKeys = { key: string; iv: string }

const SIZE = 16
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** @returns AES-128-CBC of the moment (milliseconds, as decimal text of at most 15 digits) as base64url */
export function playAuth(ms: number, { key, iv }: PlayKeys): string {
  const text = bytesOf(String(Math.round(ms)))
  const block = new Uint8Array(SIZE).fill(SIZE - text.length)
  block.set(text)
  const start = bytesOf(iv)
  const sealed = encryptBlock(
    block.map((byte, at) => byte ^ (start[at] ?? 0)),
    bytesOf(key),
  )
  return btoa(String.fromCharCode(...sealed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
