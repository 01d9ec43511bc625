// Conversions that a user asks for, and how far they are; what converts here.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { type courseFile, CourseFileState, CourseFileType, isOfficeName } from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { officeVersion } from '../../../kernel/files/office.ts'
import { latestTasks } from '../../common/task.service.ts'
import { encoderOf, mediaSettings } from '../media/media-settings.service.ts'
import { isMedia } from '../progress/learn.rules.ts'
import { isConvertible, queueMedia, queueOffice, subjectOf } from './media-queue.service.ts'

const among = (ids: readonly string[]) => sql<string>`any(${ids}::bigint[])`

async function mustEncode({ app }: Ctx) {
  const { encodeType } = await mediaSettings(app)
  if (encodeType === 'none') fail('transcodeOff')
  if (encodeType === 'ffmpeg' && !(await encoderOf(app))) fail('transcodeMissing')
}

/** Queues the conversion of videos, sounds and office documents. Fails transcodeOff, transcodeMissing, courseFileNoMedia, courseFileConverting, notFound. */
export async function transcodeFiles(ctx: Ctx, { ids }: Input<typeof courseFile.transcode>): Promise<true> {
  const rows = await ctx.db
    .selectFrom('courseFile')
    .where('id', '=', among(ids))
    .orderBy('id')
    .forUpdate()
    .select(['id', 'fileType', 'fileName', 'fileUrl'])
    .execute()
  if (rows.length < new Set(ids).size) fail('notFound')
  if (rows.some(isMedia)) await mustEncode(ctx)
  for (const { id, fileType, fileName, fileUrl } of rows) {
    const isOffice = fileType === CourseFileType.other && isOfficeName(fileName)
    // a replay has no upload
    if (fileUrl === '' || !(isMedia({ fileType }) || isOffice)) fail('courseFileNoMedia')
    if (isOffice && !(await isConvertible(ctx, fileName))) fail('transcodeMissing', say('officeMissing'))
    if (!(isOffice ? await queueOffice(ctx, id) : await queueMedia(ctx, id, true))) fail('courseFileConverting')
  }
  await ctx.db.updateTable('courseFile').where('id', '=', among(ids)).set({ state: CourseFileState.converting }).execute()
  return true
}

/** State and percent of these files. */
export async function fetchState(
  ctx: Ctx,
  { ids }: Input<(typeof courseFile)['fetch-state']>,
): Promise<Output<(typeof courseFile)['fetch-state']>> {
  const rows = await ctx.db.selectFrom('courseFile').where('id', '=', among(ids)).orderBy('id').select(['id', 'state']).execute()
  const tasks = await latestTasks(ctx, ids.map(subjectOf))
  return rows.map(({ id, state }) => {
    const { percent = 0, error = '' } = tasks.get(subjectOf(id)) ?? {}
    return { id, state, percent: state === CourseFileState.ready ? 100 : percent, error: state === CourseFileState.ready ? '' : error }
  })
}

/** Length and size of these files. */
export async function fetchInfo(
  { db }: Ctx,
  { ids }: Input<(typeof courseFile)['fetch-info']>,
): Promise<Output<(typeof courseFile)['fetch-info']>> {
  const rows = await db.selectFrom('courseFile').where('id', '=', among(ids)).orderBy('id').select(['id', 'duration', 'fileSize']).execute()
  return rows.map((row) => ({ ...row, fileSize: Number(row.fileSize) }))
}

/** The encoder in use: the cloud's, with the name of the provider in place of a version, else that of this server. */
export async function findOwnEncoder({ app }: Ctx): Promise<Output<typeof courseFile.encoder>> {
  const { encodeType, provider } = await mediaSettings(app)
  const rest = { office: await officeVersion(app.config.office), contentHost: app.config.contentHost ?? '' }
  if (encodeType === 'online') return { source: 'online', version: provider, ...rest }
  const { source, version } = (await encoderOf(app)) ?? { source: 'none' as const, version: '' }
  return { source, version, ...rest }
}
