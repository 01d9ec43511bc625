// Whether a picture can serve as a portrait: readable, of a sensible size, not blank; and, where faces are compared, one frontal and sharp face.
import { say } from '@shuyuan/contract/sys/sys.server.texts.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { real } from '@shuyuan/contract/sys/realname/real.ts'
import { readFile } from 'node:fs/promises'
import { pictures } from '../../../kernel/picture.ts'
import { type Ctx, mustHaveFile } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { faceMessage } from '../face/match.service.ts'
import { activeFace } from '../provider/compare.service.ts'
import { mustBeOn } from './real.service.ts'

const MB = 1024 * 1024
const MAX_BYTES = 10 * MB
const [MIN_SIDE, MAX_PIXELS] = [150, 40_000_000]
/** Longest side by shortest: excludes strips and banners. */
const MAX_RATIO = 2.5
/** The spread of brightness (0–255) below which a picture is one plain colour. */
const MIN_SPREAD = 4

/** Checks an uploaded photo without storing it. Fails realOff, fileMissing, fileTooLarge, fileKind, or faceUnfit with the reason. */
export async function checkFacePhoto(ctx: Ctx): Promise<Output<typeof real.checkFace>> {
  await mustBeOn(ctx)
  const { path, size } = mustHaveFile(ctx)
  if (size > MAX_BYTES) fail('fileTooLarge', say('photoOverMb', { mb: MAX_BYTES / MB }))
  const sharp = await pictures()
  const picture = sharp(await readFile(path), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { format, width, height } = await picture.metadata().catch(() => fail('fileKind', say('photoUnreadable')))
  if (format !== 'jpeg' && format !== 'png') fail('fileKind', say('photoKinds'))
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (short < MIN_SIDE) fail('faceUnfit', say('photoTooSmall', { pixels: MIN_SIDE }))
  if (long / short > MAX_RATIO) fail('faceUnfit', say('photoRatio'))
  // decodes every pixel: a truncated file fails here
  const { channels } = await picture
    .flatten({ background: 'white' })
    .greyscale()
    .stats()
    .catch(() => fail('faceUnfit', say('photoBroken')))
  if ((channels[0]?.stdev ?? 0) < MIN_SPREAD) fail('faceUnfit', say('photoBlank'))
  const provider = await activeFace(ctx.app)
  const seen = await provider
    ?.look(await readFile(path))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a photo could not be looked at'))
  // without an answer of the service the photo is left to an auditor
  if (seen && 'problem' in seen && seen.problem !== 'down') fail('faceUnfit', faceMessage(seen.problem))
  return { verify: 'success' }
}
