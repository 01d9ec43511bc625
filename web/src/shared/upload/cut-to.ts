// Cuts a picture to the size that a field asks for.
export type Size = { width: number; height: number }
const QUALITY = 0.92

/** The largest part of a picture with the proportions of `target`, from its middle. */
export function coverOf({ width, height }: Size, target: Size): Size & { left: number; top: number } {
  const scale = Math.min(width / target.width, height / target.height)
  const part = { width: target.width * scale, height: target.height * scale }
  return { ...part, left: (width - part.width) / 2, top: (height - part.height) / 2 }
}

/** Whether both sides are at least those of the target: a smaller picture would only be blown up. */
const isEnough = (size: Size, target: Size) => size.width >= target.width && size.height >= target.height

/**
 * The picture as a JPEG of exactly this size. One that has the size, is smaller, or cannot be read by the browser is returned unchanged: the server
 * says what is wrong with it.
 * @param enlarge a smaller picture gets the size, too: a camera gives what it has
 */
export async function cutTo(file: File, target: Size, { enlarge = false } = {}): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const isSame = bitmap.width === target.width && bitmap.height === target.height
  if (isSame || (!enlarge && !isEnough(bitmap, target))) return file
  const canvas = Object.assign(document.createElement('canvas'), target)
  const context = canvas.getContext('2d')
  if (!context) return file
  const { left, top, width, height } = coverOf(bitmap, target)
  context.fillStyle = 'white'
  context.fillRect(0, 0, target.width, target.height)
  context.drawImage(bitmap, left, top, width, height, 0, 0, target.width, target.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return made ? new File([made], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file
}
