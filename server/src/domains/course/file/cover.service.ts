// The picture of a file, drawn by the uploader's browser: the server has nothing that draws pages of a PDF (docs/decisions/0186).
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { type courseFile, CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField, must } from '../../../kernel/fail.ts'
import { POSTER } from '../../../kernel/media/encode-job.ts'
import { pictures } from '../../../kernel/picture.ts'
import { mediaAddress } from '../media/media-address.service.ts'

const [WIDTH, HEIGHT] = [640, 360]
/** A page of paper at ten times the needed size. */
const MOST_PIXELS = 40_000_000
const kinds = new Set(['jpeg', 'png'])

/** The upper part of a page, the middle of a picture. */
async function drawn(sent: string, isPage: boolean): Promise<Buffer> {
  const bytes = Buffer.from(sent, 'base64')
  if (bytes.length === 0) failField('pictureBase64', say('coverUnfit'))
  const sharp = await pictures()
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS })
  const format = await picture.metadata().then(
    (read) => read.format,
    () => '',
  )
  if (!kinds.has(format)) failField('pictureBase64', say('coverUnfit'))
  return picture
    .resize(WIDTH, HEIGHT, { fit: 'cover', position: isPage ? 'top' : 'centre' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => failField('pictureBase64', say('coverUnfit')))
}

/** A picture that a conversion made stays. Fails notFound, at `pictureBase64` for what is no picture, and at `id` for other kinds of files. */
export async function saveCover(ctx: Ctx, { id, pictureBase64 }: Input<(typeof courseFile)['save-cover']>): Promise<true> {
  const { storage } = ctx.app
  const file = must(
    await ctx.db.selectFrom('courseFile').where('id', '=', id).forUpdate().select(['fileType', 'posterUrl', 'state']).executeTakeFirst(),
  )
  const isPage = file.fileType === CourseFileType.pdf
  if (!isPage && file.fileType !== CourseFileType.video) failField('id', say('coverNone'))
  if (file.posterUrl !== '' && file.state !== CourseFileState.converting) return true
  const bytes = await drawn(pictureBase64, isPage)
  const name = randomBytes(16).toString('hex')
  const folder = join(storage.privateRoot, 'media', name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, POSTER), bytes, { mode: 0o600 })
  await ctx.db
    .updateTable('courseFile')
    .set({ posterUrl: mediaAddress(name, POSTER) })
    .where('id', '=', id)
    .execute()
  return true
}
