// Takes the reports of Alibaba Cloud Live. They are signed, but their signature does not cover what they say (decision 128).
import type { CallbackInput, CallbackReply } from '@shuyuan/contract/kernel/endpoint.ts'
import { PushState } from '@shuyuan/contract/live/room-state.ts'
import * as z from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { type AliyunLive, APP, isSigned } from './cloud/aliyun.rules.ts'
import { aliyunLive } from './cloud/aliyun.service.ts'
import { noteStream } from './cloud/cloud.service.ts'

const moment = z.coerce
  .number()
  .int()
  .min(1)
  .max(4_102_444_800)
  .transform((seconds) => new Date(seconds * 1_000))

const Stream = z.object({
  action: z.enum(['publish', 'publish_done']),
  id: z.string().min(1).max(100),
  app: z.string(),
  appname: z.string(),
  time: moment,
})
const Recording = z.object({
  domain: z.string(),
  app: z.string(),
  stream: z.string().min(1).max(100),
  uri: z.string().min(1).max(1_000),
  duration: z.coerce.number().min(0).max(1e6),
  start_time: moment,
  stop_time: moment,
})
const RecordEvent = z.object({ event: z.string(), stream: z.string() })

const reply = (status: number, message: string): CallbackReply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ message }),
})

/** The settings, for a report that the service has signed; else the refusal. The name by which the address was called is a proxy's, or ours. */
async function signer(ctx: Ctx, { headers }: CallbackInput): Promise<AliyunLive | CallbackReply> {
  const cloud = await aliyunLive(ctx.app)
  if (!cloud || cloud.notifyKey === '') return reply(404, 'not set up')
  const called = [headers.host, headers['x-forwarded-host']].flatMap((one) => (one ? [one, one.replace(/:\d+$/, '')] : []))
  return isSigned(headers, [cloud.pushDomain, cloud.pullDomain, ...called], cloud.notifyKey, ctx.now) ? cloud : reply(403, 'signature')
}

/** A stream began or ended. Refuses what is not signed, is older than five minutes, or is no room's. */
export async function takeStream(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  const cloud = await signer(ctx, input)
  if ('status' in cloud) return cloud
  const read = Stream.safeParse(input.query)
  if (!read.success) return reply(400, 'unreadable')
  const { action, id, app, appname, time } = read.data
  if (appname !== APP || ![cloud.pushDomain, cloud.pullDomain].includes(app)) return reply(404, 'foreign')
  const isRoom = await noteStream(ctx, id, action === 'publish' ? PushState.on : PushState.off, time)
  return isRoom ? reply(200, 'taken') : reply(404, 'unknown stream')
}

function readJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString())
  } catch {
    return undefined
  }
}

/** A recording was written. Refuses as `takeStream`; the start and the end of a recording are not needed. */
export async function takeRecord(ctx: Ctx, input: CallbackInput): Promise<CallbackReply> {
  const cloud = await signer(ctx, input)
  if ('status' in cloud) return cloud
  const body = readJson(input.raw)
  const read = Recording.safeParse(body)
  if (!read.success) return RecordEvent.safeParse(body).success ? reply(200, 'not needed') : reply(400, 'unreadable')
  const { domain, app, stream, uri, duration, start_time: startTime, stop_time: stopTime } = read.data
  if (app !== APP || ![cloud.pushDomain, cloud.pullDomain].includes(domain)) return reply(404, 'foreign')
  const room = await ctx.db
    .selectFrom('liveRoom')
    .where('stream', '=', stream)
    .where('provider', '=', 'aliyun')
    .select('id')
    .executeTakeFirst()
  if (!room) return reply(404, 'unknown stream')
  await ctx.db
    .insertInto('liveRecord')
    .values({ roomId: room.id, uri, duration, startTime, stopTime, createTime: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return reply(200, 'taken')
}
