// Reads an uploaded video or sound, and makes the copy that learners play.
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../../kernel/ctx.ts'
import {
  boxOf,
  type EncodeJob,
  EncodeRefused,
  MAX_PIXELS,
  MAX_SECONDS,
  type MediaInfo,
  OUTPUT_FILE,
  PLAYLIST,
  POSTER,
} from '../../../kernel/media/encode-job.ts'
import { measureFile } from '../../../kernel/media/media-reader.ts'
import { type TaskControl, TaskLater, TaskRefused } from '../../common/task.service.ts'

import { type CloudRun, followCloud, submitToCloud, takeCloudPicture } from './cloud-run.service.ts'
import { encoderOf, mediaSettings, type MediaSettings } from './media-settings.service.ts'
import { demuxerOf, isPlayable, isReadable } from './media-kind.rules.ts'
import { playlistSeconds } from './playlist.rules.ts'
import { newVideoKey, type VideoKey, writeKeyInfo } from './video-key.service.ts'

export type Source = { fileId: string; fileUrl: string; type: string; size: number }
/** The stored result of the work. `folder` '': the upload itself is played. */
export type Made = {
  info: MediaInfo
  folder: string
  rendition: '' | 'mp4' | 'm3u8' | 'm3u8_encode'
  hasPoster: boolean
  key: VideoKey | undefined
  /** a copy at the cloud, in place of `folder` */
  cloud?: { key: string; provider: string; size: number } | undefined
}
/** What a task was asked for. `encode`: also where the settings do not ask for it; `cloud`: the job that was submitted */
export type MediaTask = { encode: boolean; cloud?: CloudRun }

const BROKEN = '文件已损坏，无法读取'
const DISK_FACTOR = 3
const TRANSFER_MS = 3_600_000
const unknown: MediaInfo = { seconds: 0, videoCodec: 'unknown', audioCodec: 'unknown', width: 0, height: 0, rotation: 0 }

/** The upload as a file of this server. `remove` deletes what was fetched for it. */
export async function openSource(
  { storage, outgoing, runtime }: App,
  { fileUrl, size }: Pick<Source, 'fileUrl' | 'size'>,
  signal: AbortSignal,
) {
  const key = fileUrl.replace(/^\/files\//, '')
  for (const root of [storage.privateRoot, storage.root]) {
    if (existsSync(join(root, key))) return { path: join(root, key), remove: async () => undefined }
  }
  const address = (await storage.holding(key))?.signedUrl?.(key, TRANSFER_MS / 1_000, 'server')
  if (address === undefined) throw new TaskRefused('文件不存在，请重新上传')
  const path = join(runtime.tmpDir || tmpdir(), `shuyuan-media-${randomBytes(8).toString('hex')}`)
  const remove = () => rm(path, { force: true })
  try {
    const reply = await outgoing.request(address, { timeoutMs: TRANSFER_MS, maxBytes: size + 1 })
    if (reply.status !== 200) throw new Error(`the storage service answered ${reply.status}`)
    await pipeline(reply.body, createWriteStream(path), { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { path, remove }
}

async function infoOf(app: App, path: string, { type }: Source, control: TaskControl): Promise<MediaInfo> {
  const found = await measureFile(app, path, control).catch((error: unknown) => {
    control.signal.throwIfAborted()
    throw new TaskRefused(BROKEN, { cause: error })
  })
  if (!found) {
    if (isReadable(type)) throw new TaskRefused(BROKEN)
    return unknown
  }
  const { seconds, width, height, videoCodec, audioCodec } = found
  if (!(seconds > 0) || videoCodec + audioCodec === '') throw new TaskRefused(BROKEN)
  if (seconds > MAX_SECONDS) throw new TaskRefused('时长超过24小时')
  if (width * height > MAX_PIXELS) throw new TaskRefused('画面尺寸过大')
  return found
}

/**
 * Reads a file and encodes it, where `encode` or the settings say so. Throws TaskRefused for a file that cannot be played, TaskLater without
 * room on the disk. The folder of a failed run is removed.
 */
export async function makeMedia(app: App, source: Source, task: MediaTask, control: TaskControl): Promise<Made> {
  const { encode, cloud } = task
  if (cloud) {
    const made = await followCloud(app, cloud, control)
    const { info, provider } = cloud
    const folder = cloud.poster ?? (await cloudPoster(app, made.key, info))
    const hasPoster = folder !== '' && existsSync(join(mediaFolder(app, folder), POSTER))
    return { info, folder, rendition: 'mp4', hasPoster, key: undefined, cloud: { ...made, provider } }
  }
  const settings = await mediaSettings(app)
  const { path, remove } = await openSource(app, source, control.signal)
  try {
    const info = await infoOf(app, path, source, control)
    const isWanted = settings.encodeType === 'ffmpeg' && (encode || info.videoCodec !== '')
    if (isWanted) return await encodeInto(app, path, source, info, settings, control)
    if (settings.encodeType === 'online' && info.videoCodec !== '') {
      const { fileUrl } = source
      const holder = (await app.storage.holding(fileUrl.replace(/^\/files\//, '')))?.provider
      if (holder === settings.provider) {
        const poster = () => takePoster(app, path, source, info, control)
        return await submitToCloud(app, { fileUrl, info, settings, takePoster: poster }, task, control)
      }
      if (encode) throw new TaskRefused('文件不在当前的云存储中，请重新上传后再转码')
    }
    if (!isPlayable(source.type)) throw new TaskRefused('浏览器不能播放该格式，请先开启转码')
    return { info, folder: '', rendition: '', hasPoster: false, key: undefined }
  } finally {
    await remove()
  }
}

const mediaFolder = ({ storage }: App, name: string) => join(storage.privateRoot, 'media', name)

async function newFolder(app: App): Promise<{ name: string; folder: string }> {
  const name = randomBytes(16).toString('hex')
  const folder = mediaFolder(app, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { name, folder }
}

/** Takes a picture of a video that is converted elsewhere. @returns its folder; '' where no encoder can take one, which stops nothing */
async function takePoster(app: App, input: string, source: Source, info: MediaInfo, control: TaskControl): Promise<string> {
  const { name, folder } = await newFolder(app)
  const job: EncodeJob = { input, demuxer: demuxerOf(source.type), folder, rendition: 'mp4', box: null, info, keyInfo: '' }
  try {
    await (await encoderOf(app))?.poster(job, control)
  } catch (error) {
    app.log.warn({ err: error }, 'no picture was taken of a video')
  }
  if (existsSync(join(folder, POSTER))) return name
  await rm(folder, { recursive: true, force: true })
  control.signal.throwIfAborted()
  return ''
}

/** Lets the provider take the picture that no encoder here could take. @returns its folder; '' without one */
async function cloudPoster(app: App, key: string, info: MediaInfo): Promise<string> {
  const { name, folder } = await newFolder(app)
  if (await takeCloudPicture(app, key, info, join(folder, POSTER))) return name
  await rm(folder, { recursive: true, force: true })
  return ''
}

async function encodeInto(
  app: App,
  input: string,
  source: Source,
  info: MediaInfo,
  settings: MediaSettings,
  control: TaskControl,
): Promise<Made> {
  const encoder = await encoderOf(app)
  if (!encoder) throw new TaskRefused('服务器没有可用的转码程序，请安装 ffmpeg 或设置 FFmpeg 目录')
  await mustHaveRoom(app, source)
  const { name, folder } = await newFolder(app)
  try {
    const rendition = settings.videoEncode
    const key = rendition === 'm3u8_encode' ? newVideoKey(settings, source.fileId, Math.floor(Date.now() / 1_000)) : undefined
    const keyInfo = key ? await writeKeyInfo(folder, settings.encodeUrl, key, source.fileId) : ''
    const job: EncodeJob = { input, demuxer: demuxerOf(source.type), folder, rendition, box: boxOf(settings.videoQuality), info, keyInfo }
    await encoder.run(job, control).catch((error: unknown) => {
      throw error instanceof EncodeRefused ? new TaskRefused(error.message, { cause: error }) : error
    })
    await Promise.all(['key.info', 'key.bin'].map((one) => rm(join(folder, one), { force: true })))
    const made = await outputInfo(app, folder, info, rendition, control)
    return { info: made, folder: name, rendition, hasPoster: existsSync(join(folder, POSTER)), key }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** What the encoder wrote: an encoder may end well although it wrote nothing. */
async function outputInfo(
  app: App,
  folder: string,
  info: MediaInfo,
  rendition: Made['rendition'],
  control: TaskControl,
): Promise<MediaInfo> {
  if (rendition === 'mp4') {
    const made = await measureFile(app, join(folder, OUTPUT_FILE), control).catch(() => null)
    if (!made || !(made.seconds > 0)) throw new TaskRefused('转码没有产生可播放的内容')
    return made
  }
  const seconds = playlistSeconds(await readFile(join(folder, PLAYLIST), 'utf8').catch(() => ''))
  if (!(seconds > 0) || !existsSync(join(folder, 's00000.ts'))) throw new TaskRefused('转码没有产生可播放的内容')
  return { ...info, seconds }
}

export async function mustHaveRoom({ storage, config }: App, { size }: Pick<Source, 'size'>) {
  await mkdir(join(storage.privateRoot, 'media'), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(storage.privateRoot)
  if (bavail * bsize < DISK_FACTOR * size + config.diskMinMb * 1_024 * 1_024) throw new TaskLater(60, '磁盘空间不足，等待中')
}
