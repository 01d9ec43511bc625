// Uploaded files: pictures, audio, video, documents.
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, upload } from '../kernel/endpoint.ts'
import { text } from '../kernel/field.ts'

/** `url` of a private file is signed and ends; a form may send it back as it is. */
const StoredFile = z.object({ id: z.string(), url: z.string(), name: z.string(), size: z.number(), type: z.string() })
/** The purpose of the file; it decides which types are accepted, and whether the file is private: `course`, `identity`, `invoice` and `work` are. */
export const scene = z
  .enum(['image', 'avatar', 'logo', 'editor', 'attachment', 'course', 'identity', 'invoice', 'work'])
  .default('attachment')

/** Where the pieces of an upload are sent, followed by its id: HEAD, PATCH and DELETE of the tus protocol 1.0 (https://tus.io). */
export const PIECES_PATH = '/api/common/file/pieces/'
/** Bytes of one piece at most. */
export const MOST_PIECE = 16 * 1024 * 1024

/** Bytes of a piece that a browser sends to a storage provider itself; the last one is smaller. */
export const CLOUD_PIECE = 8 * 1024 * 1024
const Announced = z.object({ scene, name: text('文件名', 300), size: z.int().min(1).max(2_000_000_000) })

export const file = endpoints('common/file', {
  /** announces a file that is sent in pieces */
  begin: command({
    title: '开始分片上传',
    permit: 'any',
    rate: { by: 'user', max: 300, seconds: 60 },
    input: Announced,
    output: z.object({ id: z.uuid() }),
  }),
  /** announces a file that a browser sends to the storage provider in pieces */
  'begin-direct': command({
    title: '开始直传分片上传',
    permit: 'any',
    slow: true,
    rate: { by: 'user', max: 300, seconds: 60 },
    input: Announced,
    output: z.object({ id: z.uuid() }),
  }),
  /** the requests (PUT) that send the next missing pieces of such a file, each good for 15 minutes; without one left, `finish` follows */
  'missing-parts': hot({
    title: '查询直传分片',
    permit: 'any',
    rate: { by: 'user', max: 600, seconds: 60 },
    input: z.object({ id: z.uuid() }),
    output: z.object({
      /** bytes */
      arrived: z.number(),
      next: z.array(z.object({ start: z.int(), end: z.int(), url: z.string(), headers: z.record(z.string(), z.string()) })),
    }),
  }),
  /** checks and stores the file whose pieces have all arrived; a repeated call has the same answer */
  finish: command({
    title: '完成分片上传',
    permit: 'any',
    slow: true,
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ id: z.uuid() }),
    output: StoredFile,
  }),
  upload: upload({
    title: '上传文件',
    permit: 'any',
    slow: true,
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ scene }),
    output: StoredFile,
  }),
  /** after a direct upload from the browser to the storage provider: the server checks the file there and registers it */
  confirm: command({
    title: '登记直传文件',
    permit: 'any',
    slow: true,
    rate: { by: 'user', max: 300, seconds: 60 },
    input: z.object({ scene, key: text('文件', 200), name: text('文件名', 300) }),
    output: StoredFile,
  }),
})
