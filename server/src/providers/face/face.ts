// Comparison of faces: one interface for the local comparison and the outside services.
/**
 * camera: no picture · broken: cannot be read · blank: one plain colour · none: no face · many: several · small, turned, blurred, covered: not fit for
 * enrolment · live: not a living face by the service's opinion · face: another person's · unenrolled: the person has no face in the library ·
 * down: the service or the local comparison gave no answer
 */
export type FaceProblem =
  | 'camera'
  | 'broken'
  | 'blank'
  | 'none'
  | 'many'
  | 'small'
  | 'turned'
  | 'blurred'
  | 'covered'
  | 'live'
  | 'face'
  | 'unenrolled'
  | 'down'

/** Problems that say nothing about the person: they are recorded and not counted against anybody. */
export const isUncomparable = (problem: FaceProblem | ''): boolean => problem === 'unenrolled' || problem === 'down'

/** What a person's face is stored as: `vector` base64 of 128 float32 with the local comparison, else '' and the service's own id. */
export type StoredFace = {
  userId: string
  vector: string
  vendorId: string
  /** the enrolled picture; undefined when it is gone */ picture: () => Promise<Buffer | undefined>
}
/** One frontal face of a picture. `yaw` in radians, positive towards the left side of the picture; `width` in pixels of the picture. */
export type Seen = { width: number; yaw: number; pitch: number }
export type Looked = { problem: FaceProblem } | Seen
export type Enrolled = { problem: FaceProblem } | { vector: string; vendorId: string; width: number; yaw: number }
/** `score`: on the provider's own scale; null where nothing was compared. `grey`: near the threshold; it passes and is marked. */
export type Match = { passed: boolean; grey: boolean; score: number | null; problem: FaceProblem | '' }
export type Thresholds = {
  /** better scores pass */ pass: number
  /** scores up to here pass and are marked */ grey: number
  /** whether a smaller score is a better one */ lower: boolean
}
export type Found = { userId: string; score: number }

export type FaceProvider = {
  /** name in the settings, and the version of its model: a face enrolled with another one must be enrolled again */
  name: string
  model: string
  thresholds: Thresholds
  /** whether it refuses photos of photos, so that a sign-in needs no challenge */
  judgesLive: boolean
  /** The one face of a picture, with the checks that enrolment needs. */
  look: (picture: Buffer) => Promise<Looked>
  /** Adds or replaces a person's face. */
  enrol: (userId: string, picture: Buffer) => Promise<Enrolled>
  /** Compares a picture with a person's stored face. */
  match: (person: StoredFace, picture: Buffer) => Promise<Match>
  /** Compares two pictures. */
  compare: (one: Buffer, other: Buffer) => Promise<Match>
  /** The best of the library, best first. `library` is used by the local comparison only. */
  search: (picture: Buffer, library: readonly StoredFace[], most: number) => Promise<Found[]>
  /** Removes a person's face from the service. */
  forget: (person: StoredFace) => Promise<void>
  /** Whether name, identity number and photo belong to one person, by the authority's records; only where the account of the service may ask. */
  verify?: (claim: IdentityClaim) => Promise<IdentityMatch>
}
export type IdentityClaim = { realName: string; idCard: string; picture: Buffer }
/** `identity`: name and number are not of one person, or the authority has no photo of them (`unknown`). */
export type IdentityMatch = Omit<Match, 'problem'> & { problem: FaceProblem | 'identity' | 'unknown' | '' }
/** A frame of an active challenge; `vector` is compared with those of the other frames. */
export type FrameSeen = { problem: FaceProblem } | (Seen & { share: number; vector: Float32Array })

/** By the score and the thresholds of a provider. */
export function judged(score: number, { pass, grey, lower }: Thresholds): Match {
  const better = (limit: number) => (lower ? score <= limit : score >= limit)
  const passed = better(pass) || better(grey)
  return { passed, grey: passed && !better(pass), score, problem: passed ? '' : 'face' }
}

export const failedMatch = (problem: FaceProblem): Match => ({ passed: false, grey: false, score: null, problem })
