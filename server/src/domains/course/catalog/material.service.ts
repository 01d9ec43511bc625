// Attachments and notices of a course.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { addressHours, fileAddresses } from '../../../kernel/files/signed-file.ts'
import { cleanHtml } from '../../../kernel/richtext.ts'
import { findUpload } from '../../common/file.service.ts'
import { protectAfter } from '../../common/protect.service.ts'
import { privateCourseFiles } from '../file/private-files.service.ts'

type Detail = Output<(typeof course)['admin/detail']>
type Materials = Pick<Input<typeof course.save>, 'attachments' | 'notices'>

/** The attachments of a course in order, with addresses that open them. */
export async function attachmentsOf({ db, app, user }: Pick<Ctx, 'db' | 'app' | 'user'>, courseId: string): Promise<Detail['attachments']> {
  const rows = await db
    .selectFrom('courseAttachment')
    .where('courseId', '=', courseId)
    .orderBy('sort')
    .select(['title', 'fileUrl', 'fileSize'])
    .execute()
  const addressOf = await fileAddresses(app, addressHours.lesson, user.id)
  return rows.map((row) => ({ ...row, fileUrl: addressOf(row.fileUrl), fileSize: Number(row.fileSize) }))
}

/** The notices of a course, latest first. */
export const noticesOf = ({ db }: Pick<Ctx, 'db'>, courseId: string): Promise<Detail['notices']> =>
  db
    .selectFrom('courseNotice')
    .where('courseId', '=', courseId)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'title', 'content', 'createTime'])
    .execute()

/** Replaces attachments and notices; a list that was not sent stays. Fails at `attachments` for an address without an upload, at `notices` for an unknown id. */
export async function saveMaterials(ctx: Ctx, courseId: string, { attachments, notices }: Materials): Promise<void> {
  if (attachments) await saveAttachments(ctx, courseId, attachments)
  if (notices) await saveNotices(ctx, courseId, notices)
}

async function saveAttachments(ctx: Ctx, courseId: string, attachments: NonNullable<Materials['attachments']>) {
  const rows = []
  for (const { title, fileUrl } of attachments) {
    const file = (await findUpload(ctx, fileUrl, 'course')) ?? failField('attachments', say('attachmentGone', { title }))
    if (!file.isPrivate) protectAfter(ctx, privateCourseFiles, file.url)
    rows.push({ courseId, sort: rows.length + 1, title, fileUrl: file.url, fileSize: file.size })
  }
  await ctx.db.deleteFrom('courseAttachment').where('courseId', '=', courseId).execute()
  if (rows.length > 0) await ctx.db.insertInto('courseAttachment').values(rows).execute()
}

async function saveNotices(ctx: Ctx, courseId: string, notices: NonNullable<Materials['notices']>) {
  const own = ctx.db.selectFrom('courseNotice').where('courseId', '=', courseId)
  const stored = new Set((await own.select('id').execute()).map((one) => one.id))
  const ids = notices.flatMap((one) => one.id ?? [])
  if (ids.some((id) => !stored.has(id))) failField('notices', say('courseNoticeGone'))
  await ctx.db
    .deleteFrom('courseNotice')
    .where('courseId', '=', courseId)
    .where('id', '!=', sql<string>`all(${ids}::bigint[])`)
    .execute()
  for (const { id, title, content } of notices) {
    const text = { title, content: cleanHtml(content) }
    if (id === undefined)
      await ctx.db
        .insertInto('courseNotice')
        .values({ ...text, courseId, createTime: ctx.now })
        .execute()
    else await ctx.db.updateTable('courseNotice').set(text).where('id', '=', id).execute()
  }
}
