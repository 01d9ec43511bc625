// The replay: the segments of a broadcast, in order, become the video of the room's course file. Nothing is encoded again.
import { LiveState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { sql } from 'kysely'
import { createCipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { PLAYLIST } from '../../../kernel/media/encode-job.ts'
import { addTask, addTaskKind, type Task, type TaskControl, type TaskEnd, TaskLater, TaskRefused } from '../../common/task.service.ts'
import { storeReplay } from '../../course/file/live-file.service.ts'
import { mediaAddress } from '../../course/media/media-address.service.ts'
import { mediaSettings } from '../../course/media/media-settings.service.ts'
import { keyAddress, newVideoKey, storeVideoKey, type VideoKey } from '../../course/media/video-key.service.ts'
import { castsOf, PartState, rawFolder } from './cast-run.service.ts'
import { hintRoom } from '../hint.service.ts'
import { replayPlaylist, type Segment } from '../live.rules.ts'
import { segmentsOfRoom } from './play.service.ts'

const REPLAY = 'live.replay'
const SUBJECT = 'live-room:'
/** An encoder writes its last segment. */
const AGAIN_SECONDS = 2

/** Queues the replay of a room that has ended, in the caller's transaction. */
export const queueReplay = (ctx: Ctx, roomId: string): Promise<boolean> => addTask(ctx, REPLAY, SUBJECT + roomId)

const idOf = ({ subject }: Task) => subject.slice(SUBJECT.length)
const nameAt = (at: number) => `s${String(at).padStart(5, '0')}.ts`

async function run(app: App, task: Task, { signal }: TaskControl): Promise<TaskEnd> {
  const roomId = idOf(task)
  const room = await app.db.selectFrom('liveRoom').where('id', '=', roomId).select(['fileId', 'state']).executeTakeFirst()
  if (!room || room.state !== LiveState.ended) return async () => undefined
  castsOf(app).finishRoom(roomId)
  await castsOf(app).rest(roomId)
  if (await isEncoded(app, roomId)) throw new TaskLater(AGAIN_SECONDS, '等待录制完成')
  const segments = await segmentsOfRoom(app, roomId)
  if (segments.length === 0) throw new TaskRefused('没有录到内容')
  const made = await collect(app, room.fileId, segments, signal)
  return async (db) => {
    const now = app.clock()
    if (made.key) await storeVideoKey(app, db, room.fileId, made.key)
    await storeReplay(db, room.fileId, made, now)
    await db.updateTable('liveRoom').where('id', '=', roomId).set({ replayState: ReplayState.ready, replayError: '' }).execute()
    await rm(rawFolder(app, roomId), { recursive: true, force: true })
    await hintRoom(app, roomId, { type: 'room' })
  }
}

/** Whether another process still encodes a part. A part with an expired lease is treated as finished with the bytes written. */
async function isEncoded({ db }: App, roomId: string): Promise<boolean> {
  const open = await db
    .selectFrom('livePart')
    .where('roomId', '=', roomId)
    .where('state', '=', PartState.open)
    .where(sql<boolean>`lease_until > now()`)
    .select('no')
    .executeTakeFirst()
  return open !== undefined
}

/** A folder with all segments and their playlist, encrypted where the storage settings say so. */
async function collect(app: App, fileId: string, segments: readonly Segment[], signal: AbortSignal) {
  const settings = await mediaSettings(app)
  const isSecret = settings.encodeType === 'ffmpeg' && settings.videoEncode === 'm3u8_encode'
  const key = isSecret ? newVideoKey(settings, fileId, Math.floor(app.clock().getTime() / 1_000)) : undefined
  const name = randomBytes(16).toString('hex')
  const root = join(app.storage.privateRoot, 'media')
  const folder = join(root, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let bytes = 0
  try {
    for (const [at, one] of segments.entries()) {
      signal.throwIfAborted()
      const [from, to] = [join(root, one.folder, one.name), join(folder, nameAt(at))]
      if (key) await writeFile(to, encrypted(await readFile(from), key, at), { mode: 0o600 })
      // viewers may still play the segment under its first name
      else await link(from, to)
      bytes += (await stat(to)).size
    }
    const keyUri = key && keyAddress(settings.encodeUrl, fileId, key.version)
    const tags = (_one: Segment, at: number) =>
      keyUri ? [`#EXT-X-KEY:METHOD=AES-128,URI="${keyUri}",IV=0x${ivAt(at).toString('hex')}`] : []
    await writeFile(join(folder, PLAYLIST), replayPlaylist(segments, { address: (_one, at) => nameAt(at), tags }), { mode: 0o600 })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  const seconds = segments.reduce((sum, one) => sum + one.seconds, 0)
  return { viewUrl: mediaAddress(name, PLAYLIST), rendition: key ? 'm3u8_encode' : 'm3u8', seconds, bytes, key }
}

/** The initialization vector of a segment: its number. */
function ivAt(at: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(at, 12)
  return iv
}

function encrypted(segment: Buffer, { key }: VideoKey, at: number): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, ivAt(at))
  return Buffer.concat([cipher.update(segment), cipher.final()])
}

async function failed(db: Database, task: Task, reason: string) {
  await db.updateTable('liveRoom').where('id', '=', idOf(task)).set({ replayState: ReplayState.failed, replayError: reason }).execute()
}

/** Registers the task. */
export const liveReplays = (app: App): void =>
  addTaskKind(app, { kind: REPLAY, atOnce: 2, heavy: false, run: (task, control) => run(app, task, control), failed })
