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

const toBlob = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be encoded'))), 'image/jpeg', quality),
  )

/**
 * A picture of more than `overKb` kB as a smaller JPEG; any other file, or one that the browser cannot read, unchanged.
 * Animated pictures (gif) are not changed.
 */
export async function recompress(file: File, overKb: number): Promise<File> {
  if (!isPhoto(file) || file.size <= overKb * 1024) return file
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const { width, height } = fit(bitmap)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return file
  // JPEG has no transparency: white instead of black shows through
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const made = await squeeze((quality) => toBlob(canvas, quality))
  return made.size < file.size ? new File([made], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file
}
