// Pictures as the services accept them.
import { pictures } from '../../kernel/picture.ts'

const MOST_PIXELS = 20_000_000
const MOST_SIDE = 1_280
const QUALITY = 88

/** A JPEG of at most 1280 × 1280 pixels in base64, without the data that a camera adds; undefined for a picture that cannot be read. */
export async function smallPicture(picture: Buffer): Promise<string | undefined> {
  try {
    const sharp = await pictures()
    const image = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient()
    const bytes = await image
      .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer()
    return bytes.toString('base64')
  } catch {
    return undefined
  }
}

/** Radians of an angle in degrees. */
export const radians = (degrees: number) => (degrees * Math.PI) / 180
/** Limits of enrolment with a service, whose angles and qualities have their own scale. */
export const vendorEnrolment = { width: 110, degrees: 20 } as const
