// Files of assignments: private uploads, opened by addresses that are made for one person.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { mostBytes, type WorkKind, workKindOf } from '@shuyuan/contract/course/work/work-codes.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/fail.ts'
import { addressHours, fileAddresses, plainAddress } from '../../../kernel/files/signed-file.ts'
import { findUpload } from '../../common/file.service.ts'
import { type PrivateReferences, protectAfter, publicAmong } from '../../common/protect.service.ts'
import { removeUpload } from '../../common/unused.service.ts'
import { removePdf } from '../file/office-task.service.ts'
import { keptSince } from '../../face/consent.service.ts'

export type ShownFile = { title: string; fileUrl: string; fileSize: number; fileType: string }
type Sent = { title: string; fileUrl: string }
type Terms = { kinds: readonly string[]; mostFiles: number; mostMb: number }
type Owner = 'workId' | 'handId'
const AT_ONCE = 200

export const privateWorkFiles: PrivateReferences = {
  list: (db, url) => publicAmong(db, db.selectFrom('courseWorkFile').select('fileUrl'), url),
  async replace(db, from, to) {
    await db.updateTable('courseWorkFile').set({ fileUrl: to }).where('fileUrl', '=', from).execute()
  },
}

/** Files by the assignment or the hand-in to which they belong, with addresses that open them for the caller alone. */
export async function filesOf({ db, app, user }: Ctx, owner: Owner, ids: readonly string[]): Promise<Map<string, ShownFile[]>> {
  const rows = await db
    .selectFrom('courseWorkFile')
    .where(among(owner, ids))
    .orderBy('sort')
    .select(['title', 'fileUrl', 'fileSize', 'fileType', owner])
    .execute()
  const addressOf = await fileAddresses(app, addressHours.personal, user.id)
  const found = new Map<string, ShownFile[]>()
  for (const { title, fileUrl, fileSize, fileType, ...row } of rows) {
    const id = (row as Record<Owner, string>)[owner]
    found.set(id, [...(found.get(id) ?? []), { title, fileUrl: addressOf(fileUrl), fileSize: Number(fileSize), fileType }])
  }
  return found
}

/** Replaces the attachments of an assignment. Fails at `attachments` for an address without an upload. */
export async function saveAttachments(ctx: Ctx, workId: string, attachments: readonly Sent[]): Promise<void> {
  const rows = []
  for (const { title, fileUrl } of attachments) {
    const file = (await findUpload(ctx, fileUrl, 'course')) ?? failField('attachments', say('attachmentGone', { title }))
    if (!file.isPrivate) protectAfter(ctx, privateWorkFiles, file.url)
    rows.push({ workId, sort: rows.length, title, fileUrl: file.url, fileSize: file.size, fileType: file.type, createTime: ctx.now })
  }
  await ctx.db.deleteFrom('courseWorkFile').where('workId', '=', workId).execute()
  if (rows.length > 0) await ctx.db.insertInto('courseWorkFile').values(rows).execute()
}

/** Own uploads that were sent for an assignment; a file of another user is not found. Fails at `files` for what the assignment does not take. */
async function ownUploads({ db, user }: Ctx, files: readonly Sent[], { kinds, mostFiles, mostMb }: Terms) {
  if (files.length > (kinds.length > 0 ? mostFiles : 0)) failField('files', say('workFilesMost', { n: kinds.length > 0 ? mostFiles : 0 }))
  const urls = [...new Set(files.map((one) => plainAddress(one.fileUrl)))]
  const rows = await db
    .selectFrom('commonFile')
    .where(sql<boolean>`url = any(${urls}::text[])`)
    .where('ownerId', '=', user.id)
    .where('scene', '=', 'work')
    .where('isPrivate', '=', true)
    .select(['url', 'name', 'size', 'type'])
    .execute()
  const rowOf = new Map(rows.map((row) => [row.url, row]))
  return urls.map((url) => {
    const title = files.find((one) => plainAddress(one.fileUrl) === url)!.title
    const row = rowOf.get(url) ?? failField('files', say('workFileGone', { title }))
    if (!(kinds as readonly WorkKind[]).includes(workKindOf(row.type))) failField('files', say('workFileKind', { title: row.name }))
    if (Number(row.size) > mostBytes({ mostMb })) failField('files', say('workFileLarge', { title: row.name, mb: mostMb }))
    return { title: row.name, fileUrl: row.url, fileSize: row.size, fileType: row.type }
  })
}

/** Replaces the files of a draft, as ownUploads. */
export async function saveHandFiles(ctx: Ctx, handId: string, files: readonly Sent[], terms: Terms): Promise<void> {
  const uploads = await ownUploads(ctx, files, terms)
  await ctx.db.deleteFrom('courseWorkFile').where('handId', '=', handId).execute()
  if (uploads.length === 0) return
  const rows = uploads.map((one, sort) => ({ ...one, handId, sort, createTime: ctx.now }))
  await ctx.db.insertInto('courseWorkFile').values(rows).execute()
}

/** Deletes files of hand-ins after the days for which captures are stored; text and mark stay. @returns how many */
export async function deleteOldHandFiles(app: App): Promise<number> {
  const before = await keptSince(app, 'keepDays')
  for (let gone = 0; ;) {
    const { rows } = await sql<{
      fileUrl: string
      viewUrl: string
    }>`delete from course_work_file where id in (select id from course_work_file
      where hand_id is not null and create_time < ${before}::timestamptz order by create_time limit ${AT_ONCE}) returning file_url, view_url`.execute(
      app.db,
    )
    for (const { fileUrl, viewUrl } of rows) {
      // a later try may have the same file
      const other = await app.db.selectFrom('courseWorkFile').where('fileUrl', '=', fileUrl).select('id').limit(1).executeTakeFirst()
      if (other) continue
      await removeUpload(app, fileUrl)
      await removePdf(app, viewUrl)
    }
    gone += rows.length
    if (rows.length < AT_ONCE) return gone
  }
}
