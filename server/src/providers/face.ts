// Checks a picture of a candidate. The local provider distinguishes empty, broken and blank pictures from others; whether a
// picture shows a face, and whose, needs an outside service (Baidu, Tencent, Aliyun), whose adapter would have the same interface.
import { pictures } from '../kernel/picture.ts'

/** camera: no picture · broken: no JPEG · blank: one plain colour · face: no face, or another person's */
export type FaceProblem = 'camera' | 'broken' | 'blank' | 'face'
export type FaceVerdict = { passed: true } | { passed: false; reason: FaceProblem }

export type FaceProvider = {
  /** @param picture the bytes of a JPEG; empty when the camera failed */
  look: (picture: Buffer) => Promise<FaceVerdict>
}

const MAX_PIXELS = 20_000_000
/** Standard deviation of brightness (0–255) below which a picture is blank. */
const MIN_SPREAD = 4

const failed = (reason: FaceProblem): FaceVerdict => ({ passed: false, reason })

/** Needs no service: a JPEG that can be decoded and is not blank passes; an empty picture is a failed capture (decisions.md 23). */
export const localFace: FaceProvider = {
  async look(picture) {
    if (picture.length === 0) return failed('camera')
    try {
      const sharp = await pictures()
      const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      const { format } = await image.metadata()
      if (format !== 'jpeg') return failed('broken')
      const { channels } = await image.greyscale().stats()
      return (channels[0]?.stdev ?? 0) < MIN_SPREAD ? failed('blank') : { passed: true }
    } catch {
      return failed('broken')
    }
  },
}
