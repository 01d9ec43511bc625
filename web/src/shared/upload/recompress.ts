// Makes large pictures smaller before they are sent: about 500 kB, at most 800 pixels wide (learner.md §5, §9).
const targetBytes = 500 * 1024
const maxWidth = 800
const steps = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]

/** Width and height within the allowed width; smaller pictures do not change. */
export function fit({ width, height }: { width: number; height: number }) {
  const factor = Math.min(1, maxWidth / width)
  return { width: Math.round(width * factor), height: Math.max(1, Math.round(height * factor)) }
}

/** Tries lower qualities until the result is small enough; returns the last one where none is. */
export async function squeeze<T extends { size: number }>(encode: (quality: number) => Promise<T>): Promise<T> {
  let made = await encode(steps[0] ?? 1)
  for (const quality of steps.slice(1)) {
    if (made.size <= targetBytes) break
    made = await encode(quality)
  }
  return made
}

const isPhoto = (file: Blob) => /^image\/(jpeg|png|webp|bmp)$/.test(file.type)

type Kind = 'image/jpeg' | 'image/png'
const toBlob = (canvas: HTMLCanvasElement, kind: Kind, quality?: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be encoded'))), kind, quality),
  )

/** Draws a picture in the size that `fit` gives; `ground` shows through where it is transparent. */
function drawn(bitmap: ImageBitmap, ground: string | undefined): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fit(bitmap))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Whether a pixel is transparent: every fourth byte is its opacity. */
export const isTransparent = (pixels: Uint8ClampedArray): boolean => pixels.some((value, at) => at % 4 === 3 && value < 255)

/** A smaller PNG, if the picture is transparent somewhere and fits into the target as one. */
async function asPng(file: File, bitmap: ImageBitmap): Promise<Blob | undefined> {
  if (file.type !== 'image/png') return undefined
  const canvas = drawn(bitmap, undefined)
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  if (!canvas || !pixels || !isTransparent(pixels)) return undefined
  const made = await toBlob(canvas, 'image/png')
  return made.size <= targetBytes ? made : undefined
}

/**
 * A picture of more than `overKb` kB made smaller: a transparent PNG as a PNG where that is small enough, otherwise as a JPEG on white. Any other
 * file, or one that the browser cannot read, is returned unchanged. Animated pictures (gif) are not changed.
 */
export async function recompress(file: File, overKb: number): Promise<File> {
  if (!isPhoto(file) || file.size <= overKb * 1024) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const png = await asPng(file, bitmap)
  const canvas = png ? undefined : drawn(bitmap, 'white')
  bitmap.close()
  const made = png ?? (canvas && (await squeeze((quality) => toBlob(canvas, 'image/jpeg', quality))))
  if (!made || made.size >= file.size) return file
  const name = file.name.replace(/\.\w+$/, png ? '.png' : '.jpg')
  return new File([made], name, { type: made.type })
}
