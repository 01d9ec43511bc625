// Looks at a picture of a candidate. The stand-in that runs here tells an empty, broken or blank picture from one that shows something;
// whether it shows a face, and whose, only a vendor's service can say: those adapters (Baidu, Tencent, Aliyun) come behind the same interface.
import { pictures } from '../kernel/picture.ts'

/** camera: there was no picture · broken: it is no jpeg · blank: it shows nothing · face: nobody, or somebody else */
export type FaceProblem = 'camera' | 'broken' | 'blank' | 'face'
export type FaceVerdict = { passed: true } | { passed: false; reason: FaceProblem }

export type FaceProvider = {
  /** @param picture the bytes of a jpeg; empty where the camera gave none */
  look: (picture: Buffer) => Promise<FaceVerdict>
}

const MAX_PIXELS = 20_000_000
/** The spread of brightness (0–255) below which a picture is one plain colour. */
const MIN_SPREAD = 4

const failed = (reason: FaceProblem): FaceVerdict => ({ passed: false, reason })

/** Needs no service: a jpeg that can be decoded and is not blank passes; an empty picture is a failed capture (decisions.md 23). */
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
