// The phone as the camera of another device: a page shows a QR code, the phone sends one picture.
import * as z from '../kernel/z.ts'
import { endpoints, hot } from '../kernel/endpoint.ts'
import { choice, moment } from '../kernel/field.ts'
import { picture64 } from './face.ts'

/** What the picture is for; the page that asked for it decides what happens with it. */
export const camPurpose = { real: '实名认证照片', exam: '考前人脸核验', course: '学习人脸核验' } as const
const key = z.string().regex(/^[\w-]{32}$/)

export const sysCam = endpoints('sys/cam', {
  /** A key for one picture, valid for three minutes. */
  open: hot({
    title: '手机拍照',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({ purpose: choice('用途', camPurpose) }),
    output: z.object({ key, expireTime: moment('有效期至') }),
  }),
  /** For the phone, which is not signed in. Fails camExpired. */
  info: hot({
    title: '手机拍照用途',
    permit: '-',
    rate: { by: 'ip', max: 300, seconds: 60 },
    input: z.object({ key }),
    output: z.object({ purpose: choice('用途', camPurpose), sent: z.boolean() }),
  }),
  /** One picture per key. Fails camExpired. */
  send: hot({
    title: '发送手机照片',
    permit: '-',
    mostBytes: 1_500_000,
    rate: { by: 'ip', max: 120, seconds: 60 },
    input: z.object({ key, base64: picture64.min(1) }),
    output: z.literal(true),
  }),
  /** The picture that the phone sent, once, for the user who opened the key; '' while there is none. Fails camExpired. */
  take: hot({
    title: '取手机照片',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ key }),
    output: z.object({ base64: z.string() }),
  }),
})
