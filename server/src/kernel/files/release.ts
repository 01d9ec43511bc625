// Memory of large buffers that is given back at once. The collector counts what it has not freed yet: some dozens of megabytes of dead buffers begin a collection of the whole heap, for which every answer waits.
import type { Readable } from 'node:stream'

/** Gives the memory of a buffer back; it is empty after that. One that shares its memory with others is left alone. */
export function release(bytes: Buffer): void {
  const { buffer, byteOffset, byteLength } = bytes
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** More bytes came than are taken. */
class TooLong extends Error {
  readonly statusCode = 413
}

/** The line broke before the body was here. */
class BrokenOff extends Error {
  readonly statusCode = 400
}

/** `length`: that was announced; undefined: not known. `isFromSocket`: nothing else has the chunks */
type Wish = { length: number | undefined; most: number; isFromSocket: boolean }

/** Reads a body into one buffer that nothing else shares, and gives back what the socket gave. Throws TooLong, BrokenOff. */
export async function readOwn(body: Readable, { length, most, isFromSocket }: Wish): Promise<Buffer> {
  if (length !== undefined && length > most) throw new TooLong()
  const own = Buffer.allocUnsafeSlow(length ?? most)
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size + chunk.length > own.length) throw new TooLong()
      chunk.copy(own, size)
      size += chunk.length
      if (isFromSocket) release(chunk)
    }
  } catch (error) {
    throw error instanceof TooLong ? error : new BrokenOff('the body broke off', { cause: error })
  }
  return own.subarray(0, size)
}
