// Whether a picture can serve as a portrait: readable, 295×413 pixels, not blank; and, where faces are compared, one frontal and sharp face.
import { say as sayFace } from '@shuyuan/contract/face/face.server.texts.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { photoSize, type real } from '@shuyuan/contract/account/realname/real.ts'
import { readFile } from 'node:fs/promises'
import { pictures } from '../../../kernel/picture.ts'
import { type Ctx, mustHaveFile } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { faceMessage } from '../../face/match.service.ts'
import { activeFace } from '../../site/provider/compare.service.ts'
import { mustBeOn } from './real.service.ts'

const MB = 1024 * 1024
const MAX_BYTES = 10 * MB
const MAX_PIXELS = 40_000_000
/** The spread of brightness (0–255) below which a picture is one plain colour. */
const MIN_SPREAD = 4

/** Checks an uploaded photo without storing it. Fails realOff, fileMissing, fileTooLarge, fileKind, or faceUnfit with the reason. */
export async function checkFacePhoto(ctx: Ctx): Promise<Output<typeof real.checkFace>> {
  await mustBeOn(ctx)
  const { path, size } = mustHaveFile(ctx)
  if (size > MAX_BYTES) fail('fileTooLarge', sayFace('photoOverMb', { mb: MAX_BYTES / MB }))
  const sharp = await pictures()
  const picture = sharp(await readFile(path), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, width, height } = await picture.metadata().catch(() => fail('fileKind', sayFace('photoUnreadable')))
  if (format !== 'jpeg' && format !== 'png') fail('fileKind', sayFace('photoKinds'))
  if (width !== photoSize.width || height !== photoSize.height)
    fail('faceUnfit', say('photoSize', { ...photoSize, found: `${width}×${height}` }))
  // decodes every pixel: a truncated file fails here
  const { channels } = await picture
    .flatten({ background: 'white' })
    .greyscale()
    .stats()
    .catch(() => fail('faceUnfit', sayFace('photoBroken')))
  if ((channels[0]?.stdev ?? 0) < MIN_SPREAD) fail('faceUnfit', say('photoBlank'))
  const provider = await activeFace(ctx.app)
  const seen = await provider
    ?.look(await readFile(path))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a photo could not be looked at'))
  // without an answer of the service the photo is left to an auditor
  if (seen && 'problem' in seen && seen.problem !== 'down') fail('faceUnfit', faceMessage(seen.problem))
  return { verify: 'success' }
}
