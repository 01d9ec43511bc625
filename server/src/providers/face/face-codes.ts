// What the error codes of the services mean, by their published lists: Tencent iai 2020-03-03 and faceid 2018-03-01, Baidu face v3, Alibaba facebody.
import { setTimeout as pause } from 'node:timers/promises'
import type { FaceProblem } from './face.ts'

/**
 * A problem of the picture or the person; `identity`, `unknown`: see IdentityMatch; `group`: the library at the service does not exist yet;
 * `again`: it may work a moment later; `token`: the access token has ended; `down`: every other code, which says nothing about the person
 */
export type Meaning = FaceProblem | 'identity' | 'unknown' | 'group' | 'again' | 'token'

const byCode = (table: Partial<Record<Meaning, readonly string[]>>): ReadonlyMap<string, Meaning> =>
  new Map(Object.entries(table).flatMap(([meaning, codes]) => codes.map((code) => [code, meaning as Meaning])))

/** By a part of the code: `FailedOperation.ImageDecodeFailed`, `RequestLimitExceeded.UinLimitExceeded`. */
const qcloudCodes = byCode({
  none: ['NoFaceInPhoto', 'ImageFacedetectFailed', 'LifePhotoDetectNoFaces'],
  many: ['LifePhotoDetectFaces'],
  live: ['LifePhotoDetectFake'],
  blurred: ['FaceQualityNotQualified', 'LifePhotoPoorQuality'],
  small: ['FaceSizeTooSmall', 'ImageResolutionTooSmall'],
  broken: [
    'ImageDecodeFailed',
    'ImageEmpty',
    'ImageEmptyError',
    'EmptyImageError',
    'ImageResolutionExceed',
    'ImageSizeExceed',
    'ImageSizeTooLarge',
    'LifePhotoSizeError',
  ],
  face: ['CompareLowSimilarity'],
  unenrolled: ['PersonIdNotExist', 'GroupPersonMapNotExist', 'NoFaceInGroups'],
  identity: ['IdNameMisMatch', 'IdFormatError', 'IdNoExistSystem', 'NameFormatError'],
  unknown: ['IdPhotoNoExist', 'IdPhotoPoorQuality'],
  group: ['GroupIdNotExist', 'GroupIdNotExists'],
  again: [
    'RequestLimitExceeded',
    'ConflictOperation',
    'CreateFaceConcurrent',
    'PersonIdAlreadyExist',
    'PersonExistInGroup',
    'GroupPersonMapExist',
    'RequestTimeout',
    'RpcFail',
    'ServerError',
    'IdPhotoSystemNoanswer',
    'CompareSystemError',
  ],
})

/**
 * ai.baidu.com/ai-doc/FACE/5k37c1ujz (general codes; 222… and 223… of face v3). 17 and 19 are the quotas of a day and of the account, which
 * do not come back by waiting. The codes of `baiduUnseen` in the test are Baidu's by its clients, but were not seen in that list.
 */
const baiduCodes = byCode({
  none: ['222202'],
  small: ['222213', '222309'],
  broken: ['222203', '222304', '222307'],
  blurred: ['223114', '223115', '222356'],
  covered: ['223113', '223116', '223121', '223122', '223123', '223124', '223125', '223126', '223127'],
  turned: ['223129'],
  live: ['222214', '223120'],
  face: ['222207'],
  unenrolled: ['223103', '223106'],
  identity: ['222351', '222354', '222360'],
  unknown: ['222350', '222355'],
  group: ['223100'],
  token: ['100', '110', '111'],
  again: ['2', '4', '18', '222201', '222205', '222206', '222302', '222361'],
})

const aliyunCodes = byCode({
  none: ['InvalidImage.NotFoundFace', 'InvalidFile.Content', 'InvalidImage.Content'],
  // pictures are sent with at most 1280 pixels, so that only the lower limit is left
  small: ['InvalidFile.Resolution', 'InvalidImage.Resolution'],
  broken: [
    'InvalidFile.Decode',
    'InvalidFile.Format',
    'InvalidFile.Size',
    'InvalidFile.Type',
    'InvalidImage.DecodeError',
    'InvalidImage.Format',
    'InvalidImage.Size',
  ],
  again: ['Throttling', 'Throttling.User', 'Throttling.Api', 'ServiceUnavailable', 'InternalError.Timeout'],
})

/** Of a code of Tencent. */
export const qcloudMeaning = (code: string): Meaning =>
  code
    .split('.')
    .map((part) => qcloudCodes.get(part))
    .find((meaning) => meaning !== undefined) ?? 'down'
/** Of a code of Baidu. */
export const baiduMeaning = (code: string): Meaning => baiduCodes.get(code) ?? 'down'
/** Of a code of Alibaba Cloud. */
export const aliyunMeaning = (code: string): Meaning => aliyunCodes.get(code) ?? 'down'

export const isIdentity = (meaning: Meaning): meaning is 'identity' | 'unknown' => meaning === 'identity' || meaning === 'unknown'

const TRIES = 3
const PAUSE_MS = 150
/** Waits before the next try of a request, longer each time and not in step with others. @returns false when it was the last one */
export async function mayTryAgain(at: number): Promise<boolean> {
  if (at >= TRIES) return false
  await pause(PAUSE_MS * at * (1 + Math.random()))
  return true
}

/** A request that a service refused because of the picture, the person or its library. */
export class Refused extends Error {
  readonly meaning: Meaning
  constructor(meaning: Meaning) {
    super(meaning)
    this.meaning = meaning
  }
}
/** The problem of a picture, of what was thrown. Throws everything else on. */
export function problemOf(error: unknown): FaceProblem {
  if (!(error instanceof Refused)) throw error
  const { meaning } = error
  if (isIdentity(meaning) || meaning === 'again' || meaning === 'token') throw error
  // a library that does not exist has no faces
  return meaning === 'group' ? 'unenrolled' : meaning
}
