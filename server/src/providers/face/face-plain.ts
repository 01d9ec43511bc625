// Used where nothing compares faces: tells empty, broken and blank pictures from others.
import { pictures } from '../../kernel/picture.ts'
import { failedMatch, type Match } from './face.ts'

const MAX_PIXELS = 20_000_000
/** Standard deviation of brightness (0–255) below which a picture is blank. */
const MIN_SPREAD = 4

/** A JPEG that can be decoded and is not blank passes; an empty picture is a failed capture (decisions.md 23). */
export async function plainLook(picture: Buffer): Promise<Match> {
  if (picture.length === 0) return failedMatch('camera')
  try {
    const sharp = await pictures()
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await image.metadata()
    if (format !== 'jpeg') return failedMatch('broken')
    const { channels } = await image.greyscale().stats()
    return (channels[0]?.stdev ?? 0) < MIN_SPREAD ? failedMatch('blank') : { passed: true, grey: false, score: null, problem: '' }
  } catch {
    return failedMatch('broken')
  }
}
