// Recording an exam in the candidate's browser: consent, parts, and the address to which a page sends what its recorder wrote.
import * as z from 'zod'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, code, flag, id, moment } from '../../kernel/field.ts'
import { PICTURES } from './picture-scan.ts'
import { phoneState, recordState, recordTrack } from './record-codes.ts'
import { Recording } from './recording.ts'

/** Bytes of one message. */
export const PIECE_BYTES = 1_024 * 1_024
/** A recorder gives its bytes in pieces of this length. */
export const PIECE_MS = 10_000
/** The same while a viewer follows the recording. */
export const NEAR_MS = 2_000
/** How long after the hand-in a browser may send the rest. */
export const REST_HOURS = 24

/**
 * on: go on at `size`; near: the same, and pieces of NEAR_MS for now; renew: the part cannot be continued, begin another one; full: no room now, keep it and try again later; over: nothing of this
 * part is taken any more; thin: the same as on, but the disk is short, so go on with pictures; elsewhere: it was stored, but another page has the paper now and this one stops recording.
 */
export const pieceReply = {
  on: 'on',
  near: 'near',
  renew: 'renew',
  full: 'full',
  over: 'over',
  thin: 'thin',
  elsewhere: 'elsewhere',
} as const
export type PieceReply = {
  /** bytes of the part that the server has */
  size: number
  go: (typeof pieceReply)[keyof typeof pieceReply]
}

/** What a recorder may write, the most wanted first. */
export const recordTypes = {
  camera: ['video/webm;codecs=vp8', 'video/webm;codecs=vp9'],
  sound: ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus'],
  screen: ['video/webm;codecs=vp9', 'video/webm;codecs=vp8'],
} as const
const mimes = [...recordTypes.camera, ...recordTypes.sound, PICTURES] as const
/** Addresses of one call. */
export const MOST_SIGNED = 8
const MOST_NUMBER = 2 ** 31 - 1
const position = z.int().min(0).max(MOST_NUMBER)
const size = z.int().min(1).max(PIECE_BYTES).meta({ title: '分片大小' })
const go = z.enum(Object.keys(pieceReply) as [keyof typeof pieceReply])

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
      /** `POST {address}?offset=` takes bytes of the part, `&end=1` says that they are its last; answers PieceReply without an envelope */
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
    input: z.object({
      trackId: id('录像分段'),
      /** position of the first piece; the others follow */
      from: position.meta({ title: '开始位置' }),
      sizes: z.array(size).min(1).max(MOST_SIGNED).meta({ title: '分片大小' }),
    }),
    output: z.object({
      size: z.int(),
      go,
      items: z.array(
        z.object({
          key: z.string(),
          method: z.enum(['PUT', 'POST']),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
          /** of a form, to which the bytes are added as `file`; null: the bytes are the body */
          form: z.record(z.string(), z.string()).nullable(),
        }),
      ),
    }),
  }),
  /** A piece has arrived at the storage provider. Without bytes: the part has ended. Fails as sign-pieces. */
  'put-done': hot({
    title: '录像分片已直传',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 600, seconds: 60 },
    input: z.object({
      trackId: id('录像分段'),
      offset: position.meta({ title: '开始位置' }),
      bytes: z.int().min(0).max(PIECE_BYTES).meta({ title: '大小' }),
      /** of the bytes as they were sent, hexadecimal; empty without bytes */
      sha256: z
        .string()
        .regex(/^(?:[\da-f]{64})?$/)
        .meta({ title: 'SHA-256' }),
      /** places at which a player can begin: position in the part and milliseconds */
      clusters: z
        .array(z.tuple([position.meta({ title: '位置' }), position.meta({ title: '时间' })]).meta({ title: '关键帧位置' }))
        .max(1_000)
        .meta({ title: '关键帧位置' }),
      /** bytes before the first cluster; 0 before there is one */
      init: z.int().min(0).max(PIECE_BYTES).meta({ title: '文件头大小' }).default(0),
      /** milliseconds that the part has now */
      lengthMs: position.meta({ title: '时长' }).default(0),
      /** the recorder has stopped: these are its last bytes */
      end: flag('录制结束').default(false),
    }),
    output: z.object({ size: z.int(), go }),
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
      })
      .nullable(),
  }),
})
