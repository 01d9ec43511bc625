// Recording an exam in the candidate's browser: consent, parts, and the address to which a page sends what its recorder wrote.
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, flag, id, moment } from '../../kernel/field.ts'
import { DoneInput, DoneOutput, SignInput, SignOutput } from './piece.ts'
import { PICTURES } from './picture-scan.ts'
import { phoneState, recordState, recordTrack } from './record-codes.ts'
import { recordTypes } from './record-types.ts'
import { Recording } from './recording.ts'

const mimes = [...recordTypes.camera, ...recordTypes.sound, PICTURES] as const
const track = code('录制轨道', recordTrack)

export const record = endpoints('paper/record', 'exam', {
  /** what the exam records of the caller, and the notice to which they agree */
  need: query({
    title: '录制说明',
    permit: 'any',
    input: z.object({ examId: id('考试') }),
    output: Recording.extend({
      keepDays: z.int(),
      /** empty without a recording */
      text: z.string(),
      textHash: z.string(),
      /** null: the caller has not answered this text */
      agreed: z.boolean().nullable(),
      /** an invigilator lets the caller take the exam without a recording */
      exempt: z.boolean(),
    }),
  }),
  /** the answer to the notice; fails recordTextChanged for another text than the present one */
  consent: command({
    title: '同意或拒绝录制',
    permit: 'any',
    input: z.object({ examId: id('考试'), textHash: z.string().length(64).meta({ title: '录制说明' }), agreed: flag('同意录制') }),
    output: z.literal(true),
  }),
  /** begins a part: one run of a recorder */
  begin: hot({
    title: '开始录制',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({
      paperId: id('答卷'),
      track,
      mime: z.enum(mimes).meta({ title: '录制格式' }),
      /** of this page load */
      session: z.string().min(1).max(64),
      /** what the browser says that a screen track shows */
      surface: z.enum(['', 'monitor', 'unknown']).meta({ title: '共享范围' }).default(''),
      /** here: the browser cannot reach the storage provider */
      place: z.enum(['auto', 'here']).meta({ title: '录像存放' }).default('auto'),
    }),
    output: z.object({
      id: z.string(),
      /** here: pieces go to `address`; cloud: by `sign-pieces` and `put-done`, encrypted with `key` */
      place: z.enum(['here', 'cloud']),
      /** of the part: AES-256 in counter mode by position, base64; empty where the server encrypts */
      key: z.string(),
      /** `POST {address}?offset=` takes bytes of the part, `&end=1` says that they are its last, `&lost=1` that the page has dropped what comes before them, `&age=` how many milliseconds ago the recorder began, `&speech=` the times with something like speech (`spokenText`); answers PieceReply without an envelope */
      address: z.string(),
      part: z.int(),
      size: z.int(),
      pieceMs: z.int(),
      /** bits a second to ask the recorder for */
      videoBits: z.int(),
      audioBits: z.int(),
      now: moment('服务器时间'),
    }),
  }),
  /**
   * Requests that send the next pieces of a part to the storage provider. Fails notFound for another person's part, and for one that is kept here. Without
   * `items` the page goes on as `go` says, from `size`.
   */
  'sign-pieces': hot({
    title: '录像分片直传地址',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 600, seconds: 60 },
    input: SignInput,
    output: SignOutput,
  }),
  /** A piece has arrived at the storage provider. Without bytes: the part has ended. Fails as sign-pieces. */
  'put-done': hot({
    title: '录像分片已直传',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 600, seconds: 60 },
    input: DoneInput,
    output: DoneOutput,
  }),
  /** the key of the caller's open paper for a phone: the same one until the hand-in. Fails notFound without a phone's track, paperClosed */
  'phone-open': hot({
    title: '手机第二机位二维码',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ paperId: id('答卷') }),
    output: z.object({ key: z.string(), expireTime: moment('有效期至') }),
  }),
  /** how the phone of the caller's paper is; fails notFound without a phone's track */
  'phone-state': query({
    title: '手机第二机位状态',
    permit: 'any',
    begun: true,
    input: z.object({ paperId: id('答卷') }),
    output: z.object({
      state: choice('第二机位', phoneState),
      /** percent; null: the phone does not say it */
      battery: z.int().nullable(),
      /** the last sign of the phone */
      seen: moment('最后联系').nullable(),
    }),
  }),
  /** the tracks of the caller's paper that were recorded, and until when they are kept */
  mine: query({
    title: '我的录像',
    permit: 'any',
    begun: true,
    input: z.object({ paperId: id('答卷') }),
    output: z
      .object({
        ...Recording.shape,
        state: code('状态', recordState),
        /** null before the hand-in */
        keepUntil: moment('保存至').nullable(),
        /** how many people have looked at it: at all, while it was recorded, and afterwards */
        viewers: z.object({ all: z.int(), live: z.int(), replay: z.int() }),
      })
      .nullable(),
  }),
})
