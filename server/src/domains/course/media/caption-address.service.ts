// Captions of files, by addresses for one person.
import type { Caption } from '@shuyuan/contract/course/file/caption.ts'
import type * as z from 'zod'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { addressHours, isSigned, signedParts } from '../../../kernel/files/signed-file.ts'

const PLACE = '/api/course/caption'
const captionKey = (id: string) => `caption ${id}`

type Shown = z.output<typeof Caption> & { cues: number; updateTime: Date }

/**
 * The captions of these files, by file; the default first, then in the order in which they came. Their addresses end, and work only while
 * the caller is signed in, as those of the videos do.
 */
export async function captionsOf({ app, db, user, now }: Ctx, fileIds: readonly string[]): Promise<Map<string, Shown[]>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('courseCaption')
    .where(among('fileId', fileIds))
    .orderBy('fileId')
    .orderBy('isDefault', 'desc')
    .orderBy('id')
    .select(['id', 'fileId', 'language', 'label', 'isDefault', 'cues', 'updateTime'])
    .execute()
  if (rows.length === 0) return new Map()
  const secret = await app.storage.secret()
  const open = (id: string) => {
    const { e, u, s } = signedParts(secret, captionKey(id), now, addressHours.lesson, user.id)
    return `${PLACE}/${id}/${e}/${u}/${s}`
  }
  return Map.groupBy(
    rows.map(({ fileId, ...one }) => ({ fileId, ...one, url: open(one.id) })),
    (one) => one.fileId,
  )
}

export type CaptionRequest = { id: string; e: string; u: string; s: string }

/** WebVTT for the person of the address; undefined when the address does not work. */
export async function findCaption({ storage, db, clock }: App, { id, e, u, s }: CaptionRequest): Promise<string | undefined> {
  const secret = await storage.secret()
  if (!/^\d{1,18}$/.test(id) || u === '' || !isSigned(secret, captionKey(id), { e, u, s }, clock())) return undefined
  if (!(await storage.admits(u))) return undefined
  return (await db.selectFrom('courseCaption').where('id', '=', id).select('content').executeTakeFirst())?.content
}
