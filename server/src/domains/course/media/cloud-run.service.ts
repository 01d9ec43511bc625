// Videos that the cloud converts: submitted once, then asked about by every run of the task until the job has ended.
import { randomBytes } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { Failure } from '../../../kernel/fail.ts'
import { boxOf, fitted, type MediaInfo, posterSecond } from '../../../kernel/media/encode-job.ts'
import { pictures } from '../../../kernel/picture.ts'
import { cloudEncoderOf, type CloudEncoder, type CloudState } from '../../../providers/encode-cloud.ts'
import { askStorage } from '../../../providers/storage-ask.ts'
import { type TaskControl, TaskLater, TaskRefused } from '../../common/task.service.ts'
import { activeProp } from '../../site/provider/prop.service.ts'
import type { MediaSettings } from './media-settings.service.ts'

/** A submitted job, kept in the parameters of its task. `since`: milliseconds since 1970; `poster`: the folder of its picture, if it has one */
export type CloudRun = { provider: string; jobId: string; key: string; since: number; info: MediaInfo; poster?: string }

/** How often a job is asked about. The provider's notices are not used: a lost one would stop a task. */
const POLL_SECONDS = 15
const LONGEST_MS = 86_400_000
const HEAD_BYTES = 16
const PICTURE_MS = 60_000
const PICTURE_BYTES = 20_000_000
const PICTURE_WIDTH = 640

async function encoderOfCloud(app: App, provider: string): Promise<CloudEncoder> {
  const prop = await activeProp({ app }, 'upload')
  const encoder = prop?.provider === provider ? cloudEncoderOf(prop, app) : undefined
  return encoder ?? Promise.reject(new TaskRefused('存储服务商已更换，请重新转码'))
}

/** What the provider refuses is not tried again. */
const refused = (error: unknown): never => {
  if (error instanceof Failure && error.reason === 'storageRefused') throw new TaskRefused(error.message, { cause: error })
  throw error
}

type Conversion = {
  fileUrl: string
  info: MediaInfo
  settings: MediaSettings
  /** @returns the folder of a picture of the video; '' without one */
  takePoster: () => Promise<string>
}

/** Submits a job, notes it in the task, and lets the task rest. Never returns. */
export async function submitToCloud(
  app: App,
  { fileUrl, info, settings, takePoster }: Conversion,
  params: object,
  control: TaskControl,
): Promise<never> {
  const { provider, videoQuality } = settings
  if (provider === 'aliyun' && settings.mediaQueue === '') throw new TaskRefused('请先在存储配置中填写转码队列')
  const encoder = await encoderOfCloud(app, provider)
  const now = app.clock()
  const key = `${now.toISOString().slice(0, 7).replace('-', '')}/${randomBytes(16).toString('hex')}.mp4`
  const size = info.width > 0 ? fitted(info, boxOf(videoQuality)) : undefined
  const jobId = await encoder.submit({ from: fileUrl.replace(/^\/files\//, ''), to: key, size }).catch(refused)
  const cloud: CloudRun = { provider, jobId, key, since: now.getTime(), info }
  await control.keep({ ...params, cloud })
  const poster = await takePoster()
  if (poster !== '') await control.keep({ ...params, cloud: { ...cloud, poster } })
  throw new TaskLater(POLL_SECONDS)
}

/** Asks about a job. Throws TaskLater while it runs or the provider does not answer, TaskRefused when it failed or takes longer than a day. */
export async function followCloud(app: App, run: CloudRun, { onPercent }: TaskControl): Promise<{ key: string; size: number }> {
  const encoder = await encoderOfCloud(app, run.provider)
  const state = await encoder.look(run.jobId).catch((error: unknown): CloudState => {
    if (error instanceof Failure && error.reason === 'storageDown') return { state: 'open', percent: 0 }
    return refused(error)
  })
  if (state.state === 'failed') throw new TaskRefused(`云端转码失败：${state.reason.slice(0, 200)}`)
  if (state.state === 'open') {
    if (app.clock().getTime() - run.since > LONGEST_MS) throw new TaskRefused('云端转码超过24小时没有完成')
    onPercent(Math.min(99, state.percent))
    throw new TaskLater(POLL_SECONDS)
  }
  const storage = await app.storage.activeProvider()
  const seen = await storage?.look(run.key, HEAD_BYTES)
  if (!seen || seen.size === 0) throw new TaskRefused('转码没有产生可播放的内容')
  await storage?.protect?.(run.key)
  return { key: run.key, size: seen.size }
}

/**
 * Writes a picture of the copy, which the provider takes, to `path`.
 * @returns whether there is one; none stops nothing
 */
export async function takeCloudPicture(app: App, key: string, info: MediaInfo, path: string): Promise<boolean> {
  const address = (await app.storage.activeProvider())?.pictureUrl?.(key, posterSecond(info))
  if (address === undefined) return false
  try {
    const reply = await askStorage(app.outgoing, address, { timeoutMs: PICTURE_MS, maxBytes: PICTURE_BYTES })
    const parts: Buffer[] = []
    for await (const part of reply.body) parts.push(part)
    const sharp = await pictures()
    await sharp(Buffer.concat(parts)).resize({ width: PICTURE_WIDTH, withoutEnlargement: true }).jpeg().toFile(path)
    return true
  } catch (error) {
    app.log.warn({ err: error }, 'the provider took no picture of a video')
    return false
  }
}
