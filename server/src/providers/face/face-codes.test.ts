// Each published error code of the face services: what it says of the picture, or that the service is down.
import { expect, test } from 'vitest'
import { faceMessage } from '../../domains/face/match.service.ts'
import { aliyunMeaning, baiduMeaning, type Meaning, qcloudMeaning } from './face-codes.ts'

type Expected = Partial<Record<Meaning, string>>
const list = (words: string) => words.split(/\s+/).filter((word) => word !== '')
const meanings = (expected: Expected) =>
  Object.entries(expected).flatMap(([meaning, codes]) => list(codes).map((code): [string, Meaning] => [code, meaning as Meaning]))

/** cloud.tencent.com, error codes of iai 2020-03-03 and faceid 2018-03-01 */
const qcloud: Expected = {
  none: 'InvalidParameterValue.NoFaceInPhoto FailedOperation.ImageFacedetectFailed FailedOperation.LifePhotoDetectNoFaces',
  many: 'FailedOperation.LifePhotoDetectFaces',
  live: 'FailedOperation.LifePhotoDetectFake',
  blurred: 'FailedOperation.FaceQualityNotQualified FailedOperation.LifePhotoPoorQuality',
  small: 'FailedOperation.FaceSizeTooSmall FailedOperation.ImageResolutionTooSmall',
  broken: `FailedOperation.ImageDecodeFailed FailedOperation.ImageResolutionExceed FailedOperation.ImageSizeExceed FailedOperation.ImageSizeTooLarge
    FailedOperation.EmptyImageError FailedOperation.LifePhotoSizeError InvalidParameterValue.ImageEmpty InvalidParameterValue.ImageEmptyError`,
  unenrolled: 'InvalidParameterValue.PersonIdNotExist InvalidParameterValue.NoFaceInGroups FailedOperation.GroupPersonMapNotExist',
  identity: 'FailedOperation.IdNameMisMatch FailedOperation.IdFormatError FailedOperation.IdNoExistSystem FailedOperation.NameFormatError',
  unknown: 'FailedOperation.IdPhotoNoExist FailedOperation.IdPhotoPoorQuality',
  group: 'InvalidParameterValue.GroupIdNotExist InvalidParameterValue.GroupIdNotExists',
  again: `RequestLimitExceeded RequestLimitExceeded.UinLimitExceeded FailedOperation.RequestLimitExceeded FailedOperation.ConflictOperation
    FailedOperation.CreateFaceConcurrent FailedOperation.RequestTimeout FailedOperation.RpcFail FailedOperation.ServerError
    InvalidParameterValue.PersonIdAlreadyExist InvalidParameterValue.PersonExistInGroup FailedOperation.IdPhotoSystemNoanswer`,
  down: `AuthFailure.InvalidAuthorization AuthFailure.SecretIdNotFound AuthFailure.SignatureExpire AuthFailure.SignatureFailure
    AuthFailure.UnauthorizedOperation InternalError InvalidParameter.InvalidParameter LimitExceeded LimitExceeded.ErrorFaceNumExceed
    InvalidParameterValue.AccountFaceNumExceed InvalidParameterValue.GroupFaceNumExceed InvalidParameterValue.GroupIdIllegal
    InvalidParameterValue.FaceModelVersionIllegal FailedOperation FailedOperation.UnKnowError MissingParameter.ErrorParameterEmpty
    ResourceUnavailable.InArrears ResourceUnavailable.NotExist ResourceUnavailable.StopUsing ResourcesSoldOut.ChargeStatusException
    UnauthorizedOperation.Nonactivated UnsupportedOperation.UnknowMethod`,
}
/** ai.baidu.com/ai-doc/FACE/5k37c1ujz */
const baidu: Expected = {
  none: '222202',
  small: '222213 222309',
  broken: '222203 222304 222307',
  blurred: '223114 223115 222356',
  covered: '223113 223116 223121 223122 223123 223124 223125 223126 223127',
  live: '222214 223120',
  face: '222207',
  unenrolled: '223103 223106',
  identity: '222351 222354 222360',
  unknown: '222350 222355',
  group: '223100',
  token: '100 110 111',
  again: '2 4 18 222201',
  down: '6 17 19 222001 222005 222007 222013 222019 222020',
}
/** Not seen in the look-up of that list: a hint to turn, and faults that are only asked again. Nothing of them is held against a person. */
const baiduUnseen: Expected = { turned: '223129', again: '222205 222206 222302 222361' }
/** help.aliyun.com, common error codes of facebody */
const aliyun: Expected = {
  none: 'InvalidImage.NotFoundFace InvalidFile.Content',
  small: 'InvalidFile.Resolution InvalidImage.Resolution',
  broken: 'InvalidFile.Decode',
  again: 'Throttling Throttling.User InternalError.Timeout',
  down: `AuthFailed ParameterError ClientError.IllegalArgument EntityNotExist.Role IllegalUrlParameter InternalError InternalError.Algo
    InvalidAccessKeyId.Inactive InvalidAccessKeyId.NotFound InvalidAccessKeySecret InvalidAction.NotFound InvalidApi.ForbiddenInvoke
    InvalidApi.NotPurchase InvalidApi.OutOfService`,
}

const services = [
  ['Tencent', qcloud, qcloudMeaning],
  ['Baidu', baidu, baiduMeaning],
  ['Baidu, unseen', baiduUnseen, baiduMeaning],
  ['Alibaba Cloud', aliyun, aliyunMeaning],
] as const

test.each(services)('%s: what each code means', (_name, expected, meaningOf) => {
  for (const [code, meaning] of meanings(expected)) expect([code, meaningOf(code)]).toEqual([code, meaning])
  for (const unheard of ['', '999999', 'Something.New']) expect(meaningOf(unheard)).toBe('down')
})

test('each problem of a picture has words of its own', () => {
  const problems = ['broken', 'none', 'many', 'small', 'turned', 'blurred', 'covered', 'live', 'face', 'unenrolled', 'down'] as const
  const keys = problems.map((problem) => faceMessage(problem).key)
  expect(new Set(keys).size).toBe(problems.length)
})
