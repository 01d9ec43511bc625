// Pieces of a recording: their length, what a page is answered, and those that go straight to a storage provider.
import * as z from '../../kernel/z.ts'
import { flag, id } from '../../kernel/field.ts'
import { MOST_SPOKEN } from './speech.ts'

/** Bytes of one message. */
export const PIECE_BYTES = 1_024 * 1_024
/** A recorder gives its bytes in pieces of this length. */
export const PIECE_MS = 10_000
/** The same while a viewer follows the recording. */
export const NEAR_MS = 1_000
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

/** Addresses of one call. */
export const MOST_SIGNED = 8
const MOST_NUMBER = 2 ** 31 - 1
const position = z.int().min(0).max(MOST_NUMBER)
const size = z.int().min(1).max(PIECE_BYTES).meta({ title: '分片大小' })
const go = z.enum(Object.keys(pieceReply) as [keyof typeof pieceReply])

export const SignInput = z.object({
  trackId: id('录像分段'),
  /** position of the first piece; the others follow */
  from: position.meta({ title: '开始位置' }),
  sizes: z.array(size).min(1).max(MOST_SIGNED).meta({ title: '分片大小' }),
  /** the page has dropped what comes before `from` */
  lost: flag('已丢弃之前的分片').default(false),
})
export const SignOutput = z.object({
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
})
export const DoneInput = z.object({
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
  /** milliseconds since the recorder began, when this is sent; a page of an older version does not tell them */
  age: position.meta({ title: '录制开始至今' }).optional(),
  /** times with something like speech, in milliseconds since the recorder began */
  speech: z
    .array(z.tuple([position.meta({ title: '开始时间' }), position.meta({ title: '结束时间' })]).meta({ title: '说话声' }))
    .max(MOST_SPOKEN)
    .meta({ title: '说话声' })
    .default([]),
  /** the device gives no picture: what comes is sound, or the last picture again */
  dark: flag('没有画面').default(false),
  /** the recorder has stopped: these are its last bytes */
  end: flag('录制结束').default(false),
})
export const DoneOutput = z.object({ size: z.int(), go })
