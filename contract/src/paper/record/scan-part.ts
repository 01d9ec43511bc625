// Reads a part of a recording in the form that its recorder writes.
import { PICTURES, scanPictures } from './picture-scan.ts'
import type { Read, Scan } from './scan.ts'
import { scanWebm } from './webm-scan.ts'

/** Reads bytes that lie at `from` of a part; `from` is where the bytes of the last call ended. */
export const scanPart = (mime: string, scan: Scan, bytes: Uint8Array, from: number): Read =>
  mime === PICTURES ? scanPictures(scan, bytes, from) : scanWebm(scan, bytes, from)
