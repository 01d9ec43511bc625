// Makes course files and courses for tests and demo data.
import { CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '../../kernel/ctx.ts'
import { recordFile, acceptFile } from '../common/file.service.ts'
import { saveCourse } from './catalog/course.service.ts'
import { saveFile } from './file/file.service.ts'
import { subjectOf } from './file/media-queue.service.ts'
import { needSecOf, processOf } from './progress/learn.rules.ts'

type FileColumns = {
  title: string
  catId?: string
  duration?: number
  /** the server reads the file itself, as one that users send; a package needs it */
  read?: boolean
}

/** Uploads a file and adds it to the library. The extension of `name` decides the kind (a.pdf, b.wav …); `duration` in seconds. @returns its id */
export async function makeFile(
  ctx: Ctx,
  bytes: Uint8Array,
  name: string,
  { title, catId = '', duration = 0, read = false }: FileColumns,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-file-'))
  try {
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    const { url } = await recordFile(ctx, await acceptFile(ctx, { path, name, size: bytes.length }, 'course'))
    const { id } = await saveFile(ctx, { title, catId, duration: 0, fileUrl: url })
    if (read) return id
    // as if the server had read it: most of these files have no content
    await ctx.db.deleteFrom('commonTask').where('subject', '=', subjectOf(id)).execute()
    await ctx.db.updateTable('courseFile').set({ duration, state: CourseFileState.ready }).where('id', '=', id).execute()
    return id
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Item = NonNullable<Input<typeof course.save>['files']>[number]

/** A public course of these files without an end; by default all files are required and have no minimum time. @returns its id */
export async function makeCourse(
  ctx: Ctx,
  { files, ...given }: { files: (Pick<Item, 'fileId'> & Partial<Item>)[] } & Partial<Omit<Input<typeof course.save>, 'files'>>,
): Promise<string> {
  const { id } = await saveCourse(ctx, {
    title: '模拟课程',
    cover: '',
    content: '',
    catId: '',
    openType: OpenType.all,
    required: false,
    startTime: null,
    endTime: null,
    price: 0,
    costPoints: 0,
    videoDrag: true,
    dragFinished: false,
    sequential: false,
    files: files.map((one) => ({ chapter: '', required: true, minSec: 0, ...one })),
    deptCodes: [],
    groupIds: [],
    userIds: [],
    ...given,
  })
  return id
}

/**
 * Stores learning progress: the required files in order, up to the share `part` of their total seconds (1 finishes the course), last
 * learnt at `at`.
 */
export async function makeProgress(
  { db }: Ctx,
  { courseId, userId, part, at }: { courseId: string; userId: string; part: number; at: Date },
) {
  const items = await db
    .selectFrom('courseItem')
    .innerJoin('courseFile', 'courseFile.id', 'courseItem.fileId')
    .where('courseId', '=', courseId)
    .where('required', '=', true)
    .orderBy('sort')
    .select(['fileId', 'fileType', 'duration', 'minSec'])
    .execute()
  const needed = items.map((one) => ({ fileId: one.fileId, needSec: needSecOf(one) }))
  const total = needed.reduce((sum, one) => sum + one.needSec, 0)
  let left = Math.floor(total * part)
  const startTime = new Date(at.getTime() - total * 1_500)
  await db
    .insertInto('courseLearn')
    .values({ courseId, userId, startTime, lastTime: at, finishTime: part === 1 ? at : null })
    .execute()
  for (const { fileId, needSec } of needed) {
    const learnSec = Math.min(left, needSec)
    const finished = learnSec === needSec
    left -= learnSec
    const made = { process: processOf({ learnSec, needSec, finished }), finishTime: finished ? at : null }
    await db
      .insertInto('courseFileLearn')
      .values({ courseId, userId, fileId, learnSec, position: finished ? 0 : learnSec, ...made, createTime: startTime, updateTime: at })
      .execute()
    if (!finished) break
  }
}
