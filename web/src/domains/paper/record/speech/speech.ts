// Finds times with something like speech in the loudness of a microphone: well above the noise of the room for some seconds.
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'

/** One level for each of these. */
export const LEVEL_MS = 100
/** Above the noise of the room. */
const ABOVE_DB = 12
/** The noise of the room is the level that a tenth of this time is below: people who talk pause. */
const ROOM_LEVELS = 300
const QUIET_SHARE = 0.1
/** Below it a microphone that suppresses noise gives nothing at all. */
const LEAST_DB = -60
/** Before it nothing is known of the room. */
const FIRST_LEVELS = 30
const LEAST_MS = 3_000
/** Between two words. */
const PAUSE_MS = 600
/** A longer time is reported in parts of this length. */
const PORTION_MS = 10_000

export class SpeechFinder {
  readonly #room: number[] = []
  #from: number | undefined
  #heardAt = 0
  #toldTo: number | undefined

  /** @param db of the next level @param at its end in milliseconds @returns a time that was found just now */
  add(db: number, at: number): Spoken | undefined {
    const floor = this.#floor()
    this.#room.push(db)
    if (this.#room.length > ROOM_LEVELS) this.#room.shift()
    if (floor === undefined) return undefined
    if (db >= floor + ABOVE_DB) {
      this.#from ??= at - LEVEL_MS
      this.#heardAt = at
      return this.#heardAt - (this.#toldTo ?? this.#from) >= PORTION_MS ? this.#tell() : undefined
    }
    return this.#from !== undefined && at - this.#heardAt > PAUSE_MS ? this.end() : undefined
  }

  /** The time that has not been reported yet; called at the end of the recording. */
  end(): Spoken | undefined {
    const isLong = this.#from !== undefined && this.#heardAt - this.#from >= LEAST_MS
    const told = isLong && this.#heardAt > (this.#toldTo ?? 0) ? this.#tell() : undefined
    this.#from = this.#toldTo = undefined
    return told
  }

  #tell(): Spoken {
    const span: Spoken = [this.#toldTo ?? this.#from ?? 0, this.#heardAt]
    this.#toldTo = this.#heardAt
    return span
  }

  #floor(): number | undefined {
    if (this.#room.length < FIRST_LEVELS) return undefined
    const sorted = this.#room.toSorted((a, b) => a - b)
    return Math.max(LEAST_DB, sorted[Math.floor(sorted.length * QUIET_SHARE)] ?? LEAST_DB)
  }
}
