// How many bytes a recording may have.
import { recordBits } from '@shuyuan/contract/exam/record-settings.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'

/** A changed page must not fill the disk: so many times of what recorders are asked for. */
const TIMES = 3
const SPARE_SECONDS = 60
/** Parts of a paper and track. */
export const MOST_PARTS = 400
/** A longer part is continued in another one: positions in the index have four bytes. */
export const MOST_PART_BYTES = 2 * 1_024 ** 3

/** Bits a second that a recorder of the track is asked for. */
export function bitsOf(track: RecordTrack, sound: boolean) {
  if (track === RecordTrack.screen) return { videoBits: recordBits.screen, audioBits: 0 }
  if (track === RecordTrack.phone) return { videoBits: recordBits.phone, audioBits: 0 }
  return { videoBits: recordBits.camera, audioBits: sound ? recordBits.sound : 0 }
}

/** The most bytes of a track that is recorded for so many seconds. */
export function mostBytes(track: RecordTrack, sound: boolean, seconds: number): number {
  const { videoBits, audioBits } = bitsOf(track, sound)
  return Math.ceil((TIMES * (videoBits + audioBits) * (seconds + SPARE_SECONDS)) / 8)
}
