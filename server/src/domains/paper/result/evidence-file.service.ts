// The file of an exported recording: its tracks, seekable, with a list of parts, marks and verdicts (docs/decisions/0222).
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type EvidenceVerdict, evidenceVerdict, reviewAct } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { PICTURE_HEAD, PICTURE_MARK, PICTURES, picturesIn } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { type RecordTrack, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import * as z from 'zod'
import { type Archive, writeArchiveTo } from '../../../kernel/archive.ts'
import type { App } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { filmOfPictures, type Picture } from '../../../kernel/media/picture-film.ts'
import { remuxWebm } from '../../../kernel/media/remux.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { readPart } from '../record/record-file.service.ts'
import { unpackClusters } from '../record/cluster.format.ts'
import { missingOf } from '../record/cloud/missing-piece.service.ts'
import { stretchesOf } from '../record/cloud/stretch.rules.ts'
import type { Report } from './export.service.ts'

/** The most bytes of recordings in one file: a zip archive of this form holds 4 GiB. */
export const COPY_BYTES = 3 * 1_024 ** 3

const Options = z.object({ tracks: z.array(z.int()), fromMs: z.int(), toMs: z.int().nullable() })
type Options = { tracks: readonly number[]; fromMs: number; toMs: number | null }

const storedParts = (db: Database, paperId: string) =>
  db
    .selectFrom('paperTrack as t')
    .innerJoin('paperRecord as r', 'r.paperId', 't.paperId')
    .innerJoin('paper', 'paper.id', 't.paperId')
    .where('t.paperId', '=', paperId)
    .where('bytes', '>', '0')
    .where('initBytes', '>', 0)
    .where('keySealed', '!=', '')
    .orderBy('track')
    .orderBy('part')
    .select([
      't.id',
      't.paperId',
      'r.examId',
      'track',
      'part',
      'bytes',
      'initBytes',
      'clusters',
      'lengthMs',
      'keySealed',
      'sha256',
      'mime',
      'place',
    ])
    .select(['t.startTime', 't.beginTime', 'paper.startTime as zero'])
    .execute()

/** Parts of the tracks that lie in a time of the axis, each with its own time and the bytes of it behind the head of the file. */
export async function chosenParts(db: Database, paperId: string, { tracks, fromMs, toMs }: Options) {
  const rows = await storedParts(db, paperId)
  const missing = await missingOf(db, paperId)
  const stretches = rows.flatMap(({ clusters, bytes, ...part }) => {
    const whole = { ...part, bytes: Number(bytes), clusters: unpackClusters(clusters) }
    return stretchesOf(whole, missing(part.id)).map((one) => ({ ...part, stretch: one }))
  })
  return stretches.flatMap(({ stretch, ...part }) => {
    const partMs = (part.startTime ?? part.beginTime).getTime() - part.zero.getTime()
    const wanted = {
      fromMs: Math.max(stretch.fromMs, fromMs - partMs),
      toMs: Math.min(stretch.toMs, (toMs ?? Number.POSITIVE_INFINITY) - partMs),
    }
    if (!tracks.includes(part.track) || wanted.toMs < wanted.fromMs) return []
    const { clusters } = stretch
    const first = clusters.findLast((one) => one.time <= wanted.fromMs)
    const last = clusters.find((one) => one.time > wanted.toMs)
    const [from, to] = [first?.at ?? part.initBytes, last?.at ?? stretch.bytes]
    const own = { fromMs: first?.time ?? 0, toMs: last?.time ?? stretch.toMs }
    return [{ ...part, partMs, own, from, to, bytes: part.initBytes + to - from }]
  })
}
type Part = Awaited<ReturnType<typeof chosenParts>>[number]

/** The head of the part and the chosen bytes, as one file. */
async function* pieces(app: App, part: Part, at = 0, until = part.bytes): AsyncGenerator<Buffer> {
  const shift = part.from - part.initBytes
  if (at < part.initBytes) yield* readPart(app, part, at, Math.min(until, part.initBytes))
  if (until > part.initBytes) yield* readPart(app, part, Math.max(at, part.initBytes) + shift, until + shift)
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const names: Record<RecordTrack, string> = recordTrack
const clock = (ms: number) => {
  const pad = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${pad(ms / 3_600_000)}${pad((ms / 60_000) % 60)}${pad((ms / 1_000) % 60)}`
}
const moment = (time: Date | null) => (time ? toWallClock(time) : '')

type Task = { id: string; paperIds: string[]; options: unknown }

/** Makes the zip of an exported recording. A part that cannot be written anew is taken as the browser sent it. */
export async function makeEvidence(app: App, { paperIds: [paperId = '0'], options }: Task, path: string, report: Report): Promise<boolean> {
  const parts = await chosenParts(app.db, paperId, Options.parse(options))
  return writeArchiveTo(path, (zip) => fill(app, { zip, path, paperId, parts }, report))
}

type Filling = { zip: Archive; path: string; paperId: string; parts: readonly Part[] }

async function fill(app: App, { zip, path, paperId, parts }: Filling, report: Report): Promise<boolean> {
  const film = `${path}.webm`
  const rows: (string | number)[][] = []
  try {
    for (const [at, part] of parts.entries()) {
      if (!(await report(at))) return false
      const isPictures = part.mime === PICTURES
      const name = `${names[part.track]}_${part.part}_${clock(part.partMs + part.own.fromMs)}.${isPictures ? 'mkv' : 'webm'}`
      const isSeekable = !isPictures && (await isRemuxed(app, part, film))
      const asSent = isPictures ? filmOfPictures(picturesOf(pieces(app, part)), part.own.toMs) : pieces(app, part)
      await zip.addStream(name, isSeekable ? createReadStream(film) : asSent)
      rows.push([
        name,
        names[part.track],
        part.part,
        moment(part.startTime ?? part.beginTime),
        Math.round(part.own.fromMs / 1_000),
        Math.round(part.own.toMs / 1_000),
        part.mime,
        part.sha256,
        noteOf(part, isSeekable),
      ])
    }
  } finally {
    await rm(film, { force: true })
  }
  await zip.add('录像清单.xlsx', await listOf(app.db, paperId, rows))
  return true
}

const noteOf = ({ mime, place }: Part, isSeekable: boolean) =>
  [
    ...(mime === PICTURES ? ['每2秒一张照片，合成Motion JPEG视频'] : isSeekable ? [] : ['未能整理，按浏览器上传的原样导出']),
    ...(place === 'cloud' ? ['直传云存储：SHA-256是各分片密文SHA-256的汇总'] : []),
  ].join('；')

/** Writes a part anew to this path. @returns false for one that has to be taken as it was sent */
async function isRemuxed(app: App, part: Part, path: string): Promise<boolean> {
  try {
    await remuxWebm({ size: part.bytes, read: (from, to) => joined(pieces(app, part, from, to)) }, path)
    return true
  } catch (error) {
    app.log.warn({ err: error, paperId: part.paperId, part: part.part }, 'a part of a recording is exported as it was sent')
    return false
  }
}

/** The pictures of a part, whose head comes first. */
async function* picturesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Picture> {
  let rest = Buffer.alloc(0)
  let isHead = true
  for await (const some of bytes) {
    rest = Buffer.concat([rest, some])
    if (isHead && rest.length >= PICTURE_MARK) {
      rest = rest.subarray(PICTURE_MARK)
      isHead = false
    }
    if (isHead) continue
    const found = picturesIn(rest)
    yield* found
    rest = rest.subarray(found.reduce((sum, one) => sum + PICTURE_HEAD + one.jpeg.length, 0))
  }
}

const columns = (...headers: string[]) => headers.map((header) => ({ header, width: 20 }))
const seconds = (ms: number) => Math.round(ms / 1_000)

async function listOf(db: Database, paperId: string, files: (string | number)[][]): Promise<Uint8Array> {
  const marks = await db
    .selectFrom('paperMark as m')
    .leftJoin('sysUser', 'sysUser.id', 'm.createBy')
    .where('m.paperId', '=', paperId)
    .orderBy('fromMs')
    .select(['track', 'fromMs', 'toMs', 'label', 'note', 'realName', 'm.createTime'])
    .execute()
  const verdicts = await db
    .selectFrom('paperVerdict as v')
    .leftJoin('sysUser', 'sysUser.id', 'v.createBy')
    .where('v.paperId', '=', paperId)
    .orderBy('v.id')
    .select(['verdict', 'effect', 'reason', 'holdUntil', 'realName', 'v.createTime'])
    .execute()
  const nameOf = (verdict: EvidenceVerdict) => evidenceVerdict[verdict]
  return writeSheets([
    {
      name: '文件',
      columns: columns('文件', '轨道', '分段', '分段开始时间', '自分段开始的秒数', '至', '格式', '整段原始文件的SHA-256', '说明'),
      rows: files,
    },
    {
      name: '标记',
      columns: columns('轨道', '自开考的秒数', '至', '标记', '说明', '标记人', '时间'),
      rows: marks.map((one) => [
        one.track === null ? '全部' : names[one.track],
        seconds(one.fromMs),
        seconds(one.toMs),
        one.label,
        one.note,
        one.realName ?? '',
        moment(one.createTime),
      ]),
    },
    {
      name: '复核',
      columns: columns('结论', '处理', '说明', '暂缓删除至', '复核人', '时间'),
      rows: verdicts.map((one) => [
        nameOf(one.verdict),
        reviewAct[one.effect as keyof typeof reviewAct],
        one.reason,
        moment(one.holdUntil),
        one.realName ?? '',
        moment(one.createTime),
      ]),
    },
  ])
}
