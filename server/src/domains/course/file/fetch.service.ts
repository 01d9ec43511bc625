// Fetches a course file from a public address.
import type { courseFile } from '@shuyuan/contract/course/file/file.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type App, ctxOf, type SlowCtx } from '../../../kernel/ctx.ts'
import { fail, failField, Failure } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'
import { OutgoingRefused, type OutgoingReply, OutgoingSilent } from '../../../kernel/http/outgoing.ts'
import { acceptFile, type AcceptedFile, uploadLimits } from '../../common/file.service.ts'
import { type TaskControl, TaskRefused } from '../../common/task.service.ts'
import { dictText } from '../../site/setting/dic.service.ts'
import { queueFetch } from './media-queue.service.ts'

const CATALOG = 'course_file_catalog'
const MOST_MS = 3_600_000
const REDIRECTS = 5
const TRIES = 3
const IDLE_MS = 60_000
/** A server that sends less in this time would hold one of few places for hours. */
const LEAST = { bytes: 60_000, ms: 60_000 }
class TooSlow extends Error {}
type Cap = { bytes: number; idleMs: number; least: typeof LEAST }
const usual = (): Cap => ({ bytes: uploadLimits().maxSize, idleMs: IDLE_MS, least: LEAST })
const capOf = appPart(usual)

/** Overrides size, idle and throughput limits. */
export const capFetches = (app: App, cap: Partial<Cap>): void => capOf.replace(app, { ...usual(), ...cap })
/** Endings by media type, for addresses without one. */
const endings: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
}

/** Adds a file that a task fetches. Fails fetchRefused for an address that is not public, at `catId` for an unknown category. */
export async function fetchFile(ctx: SlowCtx, { url, title, catId }: Input<(typeof courseFile)['fetch-file']>): Promise<{ id: string }> {
  const problem = await ctx.app.outgoing.problemOf(url)
  if (problem === 'form') failField('url', say('fetchForm'))
  if (problem !== null) fail('fetchRefused')
  return ctx.transaction(async (inner) => {
    if (catId !== '' && !(await dictText(inner, CATALOG)).has(catId)) failField('catId', say('fileCatGone'))
    const row = await inner.db
      .insertInto('courseFile')
      .values({ title, catId, fileUrl: '', sourceUrl: url, fileType: CourseFileType.other, state: CourseFileState.converting })
      .returning('id')
      .executeTakeFirstOrThrow()
    await inner.db.updateTable('courseFile').where('id', '=', row.id).set({ createBy: ctx.user.id, createTime: ctx.now }).execute()
    await queueFetch(inner, row.id)
    return row
  })
}

/** The name of a file by its address, or by the type that the server names. */
function nameOf(address: string, { headers }: Pick<OutgoingReply, 'headers'>): string {
  const last = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '') || 'file'
  if (/\.[a-z\d]{1,8}$/i.test(last)) return last
  const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  return `${last}.${endings[type] ?? 'bin'}`
}

/**
 * Downloads the address and stores it as an upload; a connection that breaks is resumed. Throws TaskRefused for what can never be a course
 * file.
 */
export async function fetchUpload(app: App, address: string, control: TaskControl): Promise<AcceptedFile> {
  const path = join(app.runtime.tmpDir || tmpdir(), `shuyuan-fetch-${randomBytes(8).toString('hex')}`)
  try {
    const name = await download(app, address, path, control)
    return await acceptFile(ctxOf(app), { path, name, size: (await stat(path)).size }, 'course')
  } catch (error) {
    if (error instanceof Failure) throw new TaskRefused(error.message, { cause: error })
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function download(app: App, address: string, path: string, control: TaskControl): Promise<string> {
  const { outgoing } = app
  const { bytes: most, idleMs, least } = capOf(app)
  for (let tried = 1; ; tried++) {
    const from = (await stat(path).catch(() => undefined))?.size ?? 0
    try {
      const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
      const reply = await outgoing.request(address, { timeoutMs: MOST_MS, idleMs, headMs: idleMs, redirects: REDIRECTS, headers })
      if (reply.status !== 200 && reply.status !== 206) {
        reply.discard()
        throw new TaskRefused(`对方服务器拒绝了请求（${reply.status}）`)
      }
      const isRest = reply.status === 206 && (reply.headers['content-range'] ?? '').startsWith(`bytes ${from}-`)
      const total = Number(reply.headers['content-length'] ?? 0) + (isRest ? from : 0)
      if (total > most) {
        reply.discard()
        throw new TaskRefused('文件过大')
      }
      const count = counted({ total, most, from: isRest ? from : 0, least }, control)
      await pipeline(reply.body, count, createWriteStream(path, { flags: isRest ? 'a' : 'w' }), { signal: control.signal })
      return nameOf(address, reply)
    } catch (error) {
      control.signal.throwIfAborted()
      if (error instanceof OutgoingRefused) throw new TaskRefused('只能获取公网的 https 地址，不能访问内网', { cause: error })
      if (error instanceof RangeError) throw new TaskRefused('文件过大', { cause: error })
      if (error instanceof TaskRefused) throw error
      if (tried >= TRIES && error instanceof TooSlow) throw new TaskRefused('对方服务器发送太慢', { cause: error })
      if (tried >= TRIES && error instanceof OutgoingSilent) throw new TaskRefused('对方服务器长时间没有发送数据', { cause: error })
      if (tried >= TRIES) throw new TaskRefused('对方服务器没有响应', { cause: error })
    }
  }
}

type Counted = { total: number; most: number; from: number; least: Cap['least'] }
/**
 * Passes parts on and reports the share of `total`. Throws RangeError beyond `most`, which counts the stored bytes (`from`) too, and
 * TooSlow when less than `least` arrives in its time.
 */
const counted = ({ total, most, from, least }: Counted, { onPercent }: TaskControl) =>
  async function* (parts: AsyncIterable<Buffer>) {
    let done = from
    let [since, before] = [performance.now(), from]
    for await (const part of parts) {
      done += part.length
      if (done > most) throw new RangeError(`The file has more than ${most} bytes.`)
      const ms = performance.now() - since
      if (ms >= least.ms) {
        if ((done - before) * least.ms < least.bytes * ms) throw new TooSlow(`${done - before} bytes arrived in ${Math.round(ms)} ms.`)
        ;[since, before] = [performance.now(), done]
      }
      if (total > 0) onPercent(Math.min(99, Math.floor((done / total) * 100)))
      yield part
    }
  }
