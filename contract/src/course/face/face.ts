// Face checks before a course, and captures while it is learnt.
import * as z from '../../kernel/z.ts'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, id, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { picture64 } from '../../face/face.ts'

const place = { courseId: id('课程'), fileId: id('课件') }
export const FaceKind = { check: 1, capture: 2 } as const
export type FaceKind = (typeof FaceKind)[keyof typeof FaceKind]
/** Result of a picture check; unenrolled and down do not count as failures. */
export const faceResult = { passed: '通过', grey: '相似度偏低', failed: '不通过', uncomparable: '无法比对' } as const

const FaceRow = z.object({
  id: id('记录'),
  courseId: z.string(),
  courseName: z.string().meta({ title: '课程' }),
  fileName: z.string().meta({ title: '课件' }),
  userId: z.string(),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  /** a signed address that expires */
  image: z.string().meta({ title: '照片' }),
  passed: z.boolean(),
  result: choice('比对结果', faceResult),
  /** why it did not pass; '' otherwise */
  reason: z.string().meta({ title: '原因' }),
  /** on the scale of the provider */
  score: z.number().nullable().meta({ title: '比对分数' }),
  createTime: moment('时间'),
})
const listed = {
  courseId: id('课程').optional(),
  userId: id('用户').optional(),
  realName: keyword('姓名'),
  /** with its branches */
  deptCode: z.string().max(60).meta({ title: '部门' }).optional(),
}

export const courseFace = endpoints('course/face', 'course', {
  /** What the course asks of the caller. */
  state: query({
    title: '学习人脸核验状态',
    permit: 'any',
    input: z.object({ courseId: id('课程') }),
    output: z.object({
      /** a check is needed before a file opens */
      needCheck: z.boolean(),
      /** minutes between two captures; 0: none */
      faceInterval: z.int(),
      faceChance: z.int(),
      failCount: z.int(),
      compares: z.boolean(),
      enrolled: z.boolean(),
    }),
  }),
  /** `faceToken`: the number of the passed check, which the server remembers for the day; '' when it failed */
  'validate-face': hot({
    title: '学习前人脸核验',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ ...place, base64: picture64 }),
    output: z.object({ pass: z.boolean(), failMsg: z.string(), faceToken: z.string() }),
  }),
  /**
   * `base64` is empty when the camera failed. `passed`: time counts again, and the seconds since the capture before are confirmed; a failed one
   * has taken them back. `isBreak`: too many consecutive failures ended the learning.
   */
  save: hot({
    title: '学习抓拍',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ ...place, base64: picture64 }),
    output: z.object({ passed: z.boolean(), isBreak: z.boolean(), failCount: z.int(), faceChance: z.int() }),
  }),
  'face-paging': query({ title: '学习人脸核验记录', permit: 'course:face:list', input: paging(listed), output: pageOf(FaceRow) }),
  'capture-paging': query({ title: '学习抓拍记录', permit: 'course:face:list', input: paging(listed), output: pageOf(FaceRow) }),
})
