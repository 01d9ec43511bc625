// Encoders of broadcasts on this server process: each reads one part, a growing file, until the part is finished.
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import type { App } from '../../../kernel/ctx.ts'
import { startLive, type LiveRun } from '../../../kernel/media/live-encoder.ts'
import type { LiveJob } from '../../../kernel/media/live-job.ts'
import { appPart } from '../../../kernel/part.ts'
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { encoderOf } from '../../course/media/media-settings.service.ts'

export const PartState = { open: 0, done: 1, failed: 2 } as const
const LEASE_SECONDS = 15
const RENEW_MS = 5_000
/** Another process may have written to the file. */
const LOOK_MS = 300
const PORTION = 256 * 1_024
/** An encoder that does not end by itself after its input has ended. */
const END_MS = 20_000

type Run = { roomId: string; no: number; finishing: boolean; wake: () => void; encoder: LiveRun; done: Promise<void> }
export type Codec = Pick<LiveJob, 'demuxer' | 'copies'>

export const rawFolder = ({ storage }: Pick<App, 'storage'>, roomId: string) => join(storage.privateRoot, 'live', roomId)
export const rawFile = (app: Pick<App, 'storage'>, roomId: string, no: number) => join(rawFolder(app, roomId), `${no}.raw`)
export const lease = sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'`

class Casts {
  readonly #app: App
  readonly #runs = new Map<string, Run>()

  constructor(app: App) {
    this.#app = app
  }

  /** Tells the encoder of this part that bytes came. @returns false when this process does not encode it */
  wake(roomId: string, no: number): boolean {
    const run = this.#runs.get(`${roomId}/${no}`)
    run?.wake()
    return run !== undefined
  }

  /** Begins to encode a part, of which nothing else takes care. Throws where no encoder is installed. */
  async begin(roomId: string, no: number, codec: Codec): Promise<void> {
    const found = await encoderOf(this.#app)
    if (!found) throw new Error('no encoder')
    const name = randomBytes(16).toString('hex')
    const folder = join(this.#app.storage.privateRoot, 'media', name)
    const { numInsertedOrUpdatedRows = 0n } = await this.#app.db
      .insertInto('livePart')
      .values({ roomId, no, folder: name, leaseUntil: lease, createTime: this.#app.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    this.finishOlder(roomId, no)
    const encoder = startLive(found.program ?? '', { ...codec, folder })
    const run: Run = { roomId, no, finishing: false, wake: () => undefined, encoder, done: Promise.resolve() }
    this.#runs.set(`${roomId}/${no}`, run)
    run.done = this.#follow(run).catch((error: unknown) => this.#app.log.error({ err: error, roomId }, 'a broadcast was not encoded'))
  }

  /** Parts before this one get no more bytes. */
  finishOlder(roomId: string, no: number) {
    for (const run of this.#runs.values()) if (run.roomId === roomId && run.no < no) this.#finish(run)
  }

  finishRoom(roomId: string) {
    this.finishOlder(roomId, Number.POSITIVE_INFINITY)
  }

  #finish(run: Run) {
    run.finishing = true
    run.wake()
  }

  async #follow(run: Run) {
    const timer = setInterval(() => void this.#renew(run), RENEW_MS)
    try {
      const handle = await open(rawFile(this.#app, run.roomId, run.no), 'r')
      try {
        await this.#feed(run, handle)
      } finally {
        await handle.close()
      }
      run.encoder.input.end()
      const late = setTimeout(() => run.encoder.kill(), END_MS)
      const problem = await run.encoder.done
      clearTimeout(late)
      if (problem !== '') this.#app.log.warn({ roomId: run.roomId, no: run.no, problem }, 'the encoder of a broadcast ended')
      await this.#app.db
        .updateTable('livePart')
        .where('roomId', '=', run.roomId)
        .where('no', '=', run.no)
        .set({ state: problem === '' ? PartState.done : PartState.failed })
        .execute()
    } finally {
      clearInterval(timer)
      run.encoder.kill()
      this.#runs.delete(`${run.roomId}/${run.no}`)
    }
  }

  /** Passes what is in the file to the encoder, as it grows. */
  async #feed(run: Run, handle: FileHandle) {
    let position = 0
    const ended = new AbortController()
    const end = async () => {
      await run.encoder.done
      ended.abort()
      run.wake()
    }
    void end()
    while (!ended.signal.aborted) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PORTION), 0, PORTION, position)
      position += bytesRead
      if (bytesRead > 0) {
        if (!run.encoder.input.write(buffer.subarray(0, bytesRead)))
          await Promise.race([once(run.encoder.input, 'drain').catch(() => undefined), run.encoder.done])
      } else if (run.finishing) return
      else await this.#pause(run)
    }
  }

  async #pause(run: Run) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS)
      run.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Keeps the part, and finishes it when its room has ended or a later part has begun on another process. */
  async #renew(run: Run) {
    try {
      const { rows } = await sql<{ over: boolean }>`
        update live_part set lease_until = ${lease} from live_room
         where live_part.room_id = ${run.roomId} and no = ${run.no} and live_part.state = ${PartState.open} and live_room.id = live_part.room_id
        returning live_room.state <> ${LiveState.live}
          or exists (select from live_part later where later.room_id = live_part.room_id and later.no > live_part.no) as over`.execute(
        this.#app.db,
      )
      if (rows[0]?.over !== false) this.#finish(run)
    } catch (error) {
      this.#app.log.warn({ err: error, roomId: run.roomId }, 'the lease of a broadcast was not renewed')
    }
  }

  /** Settles when the encoders of a room have ended. */
  async rest(roomId: string) {
    await Promise.all([...this.#runs.values()].filter((run) => run.roomId === roomId).map((run) => run.done))
  }

  /** What was sent is written to the end: the caster begins another part on the next server. */
  async close() {
    for (const run of this.#runs.values()) this.#finish(run)
    await Promise.all([...this.#runs.values()].map((run) => run.done))
  }

  /** Ends the encoders as a crash would, for tests. */
  async crash() {
    const runs = [...this.#runs.values()]
    for (const run of runs) run.encoder.kill()
    await Promise.all(runs.map((run) => run.done))
  }
}

export const castsOf = appPart((app) => {
  const casts = new Casts(app)
  app.onClose(() => casts.close())
  return casts
})
