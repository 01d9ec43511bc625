// Photos for the library: a readable JPEG or PNG of sensible size, stored as a JPEG without the data that a camera adds.
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import { readFile } from 'node:fs/promises'
import type { UploadedFile } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { pictures } from '../../../kernel/picture.ts'

const MB = 1024 * 1024
const MAX_BYTES = 10 * MB
const MAX_PIXELS = 40_000_000
const MOST_SIDE = 1_280

/** Fails fileTooLarge, fileKind or faceUnfit. */
export async function facePhoto({ path, size }: UploadedFile): Promise<Buffer> {
  if (size > MAX_BYTES) fail('fileTooLarge', say('photoOverMb', { mb: MAX_BYTES / MB }))
  const sharp = await pictures()
  const picture = sharp(await readFile(path), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format } = await picture.metadata().catch(() => fail('fileKind', say('photoUnreadable')))
  if (format !== 'jpeg' && format !== 'png') fail('fileKind', say('photoKinds'))
  return picture
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
    .catch(() => fail('faceUnfit', say('photoBroken')))
}
