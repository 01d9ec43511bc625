// The candidate's phone as a second camera: its page is not signed in and has a key that works until the hand-in (docs/decisions/0226).
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { flag } from '../../kernel/field.ts'
import { DoneInput, DoneOutput, SignInput, SignOutput } from './piece.ts'
import { PICTURES } from './picture-scan.ts'
import { recordTypes } from './record-types.ts'

/** Without bytes for so long a phone counts as gone. */
export const PHONE_GONE_MS = 60_000
/** The page of the phone says so often that it is there. */
export const BEAT_MS = 10_000
/** Percent; below it the candidate and the invigilator are warned. */
export const LOW_BATTERY = 20

const phoneKey = z.string().regex(/^[\w-]{32}$/)
/** of one page of the phone: a later one takes over */
const session = z.string().max(64).default('')

export const paperPhone = endpoints('paper/phone', 'exam', {
  /** Begins a part of the phone's track. Fails camExpired for a key that does not work any more, recordTooMany. */
  join: hot({
    title: '连接手机第二机位',
    permit: '-',
    begun: true,
    rate: { by: 'ip', max: 1_200, seconds: 60 },
    input: z.object({
      key: phoneKey,
      mime: z
        .enum([...recordTypes.camera, PICTURES])
        .meta({ title: '录制格式' })
        .default('video/webm;codecs=vp8'),
      session,
      /** here: the phone cannot reach the storage provider */
      place: z.enum(['auto', 'here']).meta({ title: '录像存放' }).default('auto'),
      /** nothing begins: the page asks what the key is for */
      look: flag('只查看').default(false),
    }),
    output: z.object({
      /** these three as of `record/begin`; `address` is empty after a look */
      address: z.string(),
      place: z.enum(['here', 'cloud']),
      key: z.string(),
      id: z.string(),
      part: z.int(),
      pieceMs: z.int(),
      videoBits: z.int(),
      examTitle: z.string(),
    }),
  }),
  /** As `record/sign-pieces`, for a part of the phone's track, also after the hand-in. Fails notFound for another key. */
  'sign-pieces': hot({
    title: '手机录像分片直传地址',
    permit: '-',
    begun: true,
    rate: { by: 'ip', max: 24_000, seconds: 60 },
    input: SignInput.extend({ key: phoneKey }),
    output: SignOutput,
  }),
  /** As `record/put-done`, in the same way. */
  'put-done': hot({
    title: '手机录像分片已直传',
    permit: '-',
    begun: true,
    rate: { by: 'ip', max: 24_000, seconds: 60 },
    input: DoneInput.extend({ key: phoneKey }),
    output: DoneOutput,
  }),
  /** Fails camExpired after the hand-in, paperElsewhere for a page after which another phone was connected. */
  beat: hot({
    title: '手机第二机位状态',
    permit: '-',
    begun: true,
    rate: { by: 'ip', max: 12_000, seconds: 60 },
    input: z.object({
      key: phoneKey,
      session,
      /** percent; null where the browser does not say it */
      battery: z.int().min(0).max(100).meta({ title: '电量' }).nullish(),
    }),
    output: z.literal(true),
  }),
})
