// Pictures of faces that the face packages ship, for tests: cut so that each shows one person.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

const folder = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')), 'demo')

/** Person, file and place of the face: `ann1` and `ann2` are the same woman in two pictures. */
const places = {
  ann1: { file: 'sample3.jpg', left: 820, top: 150, width: 460, height: 500 },
  ann2: { file: 'sample1.jpg', left: 1420, top: 160, width: 420, height: 440 },
  bea: { file: 'sample5.jpg', left: 960, top: 140, width: 460, height: 460 },
  cho: { file: 'sample6.jpg', left: 1010, top: 180, width: 420, height: 480 },
  dee: { file: 'sample6.jpg', left: 1330, top: 160, width: 420, height: 480 },
} as const
export type Face = keyof typeof places

/** A JPEG with one face. */
export const faceOf = (name: Face): Promise<Buffer> => {
  const { file, ...place } = places[name]
  return sharp(join(folder, file)).extract(place).jpeg({ quality: 92 }).toBuffer()
}
/** A picture of a camera: 640 × 480 with the face in its middle. */
export const cameraPicture = async (name: Face): Promise<Buffer> =>
  sharp(await faceOf(name))
    .resize(640, 480, { fit: 'contain', background: '#888' })
    .jpeg()
    .toBuffer()
/** A JPEG with three people. */
export const severalFaces = (): Promise<Buffer> => sharp(join(folder, 'sample3.jpg')).jpeg().toBuffer()

export const noisePicture = (sigma = 60): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma } } })
    .jpeg()
    .toBuffer()
