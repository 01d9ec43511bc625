// The library of faces: whose face is stored, consent, coverage, and the rules.
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, query, upload } from '../kernel/endpoint.ts'
import { choice, code, count, id, ids, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'

export const FaceState = { used: 0, waiting: 1, refused: 2 } as const
export type FaceState = (typeof FaceState)[keyof typeof FaceState]
export const faceState = { [FaceState.used]: '使用中', [FaceState.waiting]: '待采集', [FaceState.refused]: '采集失败' } as const
export const faceSource = { real: '实名认证', admin: '管理员录入', import: '批量导入' } as const

/** A JPEG in base64, with or without its `data:` prefix. */
export const picture64 = z.string().max(1_400_000, encoded(sayKernel('pictureOver')))

const FaceRow = z.object({
  /** the id of the user */
  id: id('用户'),
  userName: z.string().meta({ title: '用户名' }),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  /** a signed address that expires */
  image: z.string().meta({ title: '人脸照片' }),
  state: code('状态', faceState),
  state_dictText: z.string().meta({ title: '状态' }),
  source: choice('来源', faceSource),
  source_dictText: z.string().meta({ title: '来源' }),
  /** why the picture was refused */
  problem: z.string().meta({ title: '原因' }),
  provider: z.string().meta({ title: '服务商' }),
  consentTime: moment('同意时间').nullable(),
  updateTime: moment('更新时间'),
})

const Own = z.object({
  /** whether this site compares faces */
  compares: z.boolean(),
  enrolled: z.boolean(),
  state: code('状态', faceState).nullable(),
  problem: z.string(),
  /** a signed address of the stored picture; '' without one */
  image: z.string(),
  updateTime: moment('更新时间').nullable(),
  consentText: z.string(),
  consentTime: moment('同意时间').nullable(),
})

/** '1': the users agreed outside of the site, for example on paper; else a face is enrolled once its user agrees. */
const agreed = z.enum(['0', '1']).default('0').meta({ title: '已取得本人书面同意' })

const Imported = z.object({
  done: z.int(),
  failed: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** the refused files with their reasons as a sheet, in base64; null where none was refused */
  wrong: z.object({ name: z.string(), sheet: z.base64() }).nullable(),
})

/** manual: name and number are left to an auditor; photo: a good photo passes */
export const realAuto = { manual: '转人工核对姓名和身份证号', photo: '照片合格即通过' } as const

export const FaceRules = z.object({
  /** plain text, shown before the first enrolment */
  consentText: text('同意书', 5_000).meta({ control: 'textarea' }),
  /** pictures of checks and captures in courses */
  keepDays: count('抓拍照片保留天数', 7, 3_650),
  /** pictures of checks and captures in exams; what they showed stays in the timeline */
  examKeepDays: count('考试照片保留天数', 7, 3_650),
  /** what an automatic audit of a real name may decide where the face service does not know identities */
  realAuto: choice('实名自动审核', realAuto),
})

export const sysFace = endpoints('sys/face', {
  paging: query({
    title: '人脸库',
    permit: 'sys:face:list',
    input: paging({
      realName: keyword('姓名'),
      deptCode: z.string().max(60).optional().meta({ title: '部门', control: 'depart' }),
      state: code('状态', faceState).optional(),
    }),
    output: pageOf(FaceRow),
  }),
  /** People and stored faces by department, within the caller's data scope. */
  coverage: query({
    title: '人脸覆盖率',
    permit: 'sys:face:list',
    input: z.object({}),
    output: z.array(z.object({ deptCode: z.string(), deptName: z.string(), people: z.int(), enrolled: z.int() })),
  }),
  /** Stores a photo of a user and enrols it. Fails faceUnfit with the reason. */
  save: upload({
    title: '录入人脸',
    permit: 'sys:face:update',
    apiToken: false,
    slow: true,
    input: z.object({ userId: id('用户'), agreed }),
    output: z.literal(true),
  }),
  delete: command({ title: '删除人脸', permit: 'sys:face:update', apiToken: false, input: ids('用户'), output: z.literal(true) }),
  /** A zip archive with photos that are named by account: `zhangsan.jpg`. */
  import: upload({
    title: '批量导入人脸',
    permit: 'sys:face:update',
    apiToken: false,
    slow: true,
    input: z.object({ agreed }),
    output: Imported,
  }),
  /** Enrols the stored pictures again that were enrolled with another provider or model. */
  renew: command({
    title: '重新采集人脸',
    permit: 'sys:face:update',
    apiToken: false,
    input: z.object({}),
    output: z.object({ waiting: z.int() }),
  }),
  'rules-detail': query({ title: '人脸库设置', permit: 'sys:face:update', input: z.object({}), output: FaceRules }),
  'rules-save': command({ title: '保存人脸库设置', permit: 'sys:face:update', input: FaceRules, output: z.literal(true) }),
  mine: query({ title: '我的人脸', permit: 'any', input: z.object({}), output: Own }),
  /** Stores the caller's consent with its text; `give` false withdraws it and deletes the face. */
  consent: command({
    title: '同意人脸比对',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({ give: z.boolean() }),
    output: z.literal(true),
  }),
})

/** Compares two pictures with the active provider. `score` is on the provider's scale; null where nothing was compared. */
export const faceTest = endpoints('sys/config/prop', {
  'face-test': hot({
    title: '测试比对',
    permit: 'sys:prop:update',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ one: picture64, other: picture64 }),
    output: z.object({
      provider: z.string(),
      passed: z.boolean(),
      grey: z.boolean(),
      score: z.number().nullable(),
      /** '' where the two were compared */
      problem: z.string(),
      pass: z.number(),
      greyTo: z.number(),
      /** whether a smaller score is a better one */
      lower: z.boolean(),
      ms: z.int(),
    }),
  }),
})
