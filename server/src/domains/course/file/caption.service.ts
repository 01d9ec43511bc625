// Captions of videos: stored as WebVTT, whatever was sent.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { type caption, MOST_CAPTIONS } from '@shuyuan/contract/course/file/caption.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { readCaptions } from './caption.format.ts'

type Calls = typeof caption

function mustRead(content: string | undefined) {
  if (content === undefined || content.trim() === '') failField('content', say('captionMissing'))
  const read = readCaptions(content)
  if ('refused' in read) failField('content', read.refused)
  return { content: read.text, cues: read.cues }
}

/** One language has one text; the new default takes the place of the old one. Fails notFound, and at the field that is wrong. */
export async function saveCaption(ctx: Ctx, { id, fileId, content, ...named }: Input<Calls['save']>): Promise<Output<Calls['save']>> {
  const { db, now, user } = ctx
  // two people who add captions to one file wait for one another
  const file = must(await db.selectFrom('courseFile').where('id', '=', fileId).forUpdate().select('fileType').executeTakeFirst())
  if (file.fileType !== CourseFileType.video) failField('fileId', say('captionNoVideo'))
  const all = await db.selectFrom('courseCaption').where('fileId', '=', fileId).select(['id', 'language', 'label', 'isDefault']).execute()
  const stored = id === undefined ? undefined : must(all.find((one) => one.id === id))
  const language = Intl.getCanonicalLocales(named.language)[0]!
  if (all.some((one) => one.id !== id && one.language === language)) failField('language', say('captionTwice', { language }))
  if (!stored && all.length >= MOST_CAPTIONS) failField('language', say('captionsTooMany', { n: MOST_CAPTIONS }))
  const read = stored && content === undefined ? undefined : mustRead(content)
  if (named.isDefault) await db.updateTable('courseCaption').set({ isDefault: false }).where('fileId', '=', fileId).execute()
  ctx.change.before = stored
  const row = { ...named, language, updateTime: now }
  const saved = stored
    ? db
        .updateTable('courseCaption')
        .set({ ...row, ...read })
        .where('id', '=', stored.id)
        .returning(['id', 'cues'])
    : db
        .insertInto('courseCaption')
        .values({ ...row, ...must(read), fileId, createBy: user.id, createTime: now })
        .returning(['id', 'cues'])
  return saved.executeTakeFirstOrThrow()
}

export async function deleteCaptions(ctx: Ctx, { ids }: Input<Calls['delete']>): Promise<true> {
  ctx.change.before = await ctx.db
    .deleteFrom('courseCaption')
    .where(among('id', ids))
    .returning(['id', 'fileId', 'language', 'label'])
    .execute()
  return true
}
