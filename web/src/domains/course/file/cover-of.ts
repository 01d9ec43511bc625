// Pictures of files that were uploaded: the first page of a PDF, a picture of a video. They become covers of courses without one.
import { courseFile, MOST_COVER_CHARS } from '@shuyuan/contract/course/file/file.ts'
import { call } from '../../../kernel/call/api.ts'

/** pixels */
const WIDTH = 960
const QUALITY = 0.8
const PATIENCE_MS = 8_000
/** bytes; larger documents are not read a second time for a picture */
const MOST_PDF = 50_000_000
/** seconds; many videos begin with a black picture */
const AT_SEC = 1

const base64Of = (canvas: HTMLCanvasElement) => canvas.toDataURL('image/jpeg', QUALITY).split(',')[1] ?? ''

/** A canvas of these proportions, at most WIDTH wide. */
export function canvasFor(width: number, height: number): { canvas: HTMLCanvasElement; scale: number } {
  const scale = Math.min(1, WIDTH / width)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
  return { canvas, scale }
}

function frameOf(file: File): Promise<string> {
  const address = URL.createObjectURL(file)
  return new Promise<string>((resolve) => {
    const video = document.createElement('video')
    const done = (picture: string) => {
      window.clearTimeout(patience)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(address)
      resolve(picture)
    }
    const patience = window.setTimeout(() => done(''), PATIENCE_MS)
    const draw = () => {
      if (video.videoWidth === 0) return done('')
      const { canvas } = canvasFor(video.videoWidth, video.videoHeight)
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
      done(base64Of(canvas))
    }
    video.preload = 'auto'
    video.muted = true
    video.addEventListener('error', () => done(''), { once: true })
    video.addEventListener('seeked', draw, { once: true })
    video.addEventListener(
      'loadeddata',
      () => {
        video.currentTime = Number.isFinite(video.duration) ? Math.min(AT_SEC, video.duration / 2) : AT_SEC
      },
      { once: true },
    )
    video.src = address
  })
}

/** @returns JPEG in base64; '' for other files, and where this browser cannot draw it */
async function coverOf(file: File): Promise<string> {
  if (/\.(?:mp4|webm|m4v|mov)$/i.test(file.name)) return frameOf(file)
  if (!/\.pdf$/i.test(file.name) || file.size > MOST_PDF) return ''
  const { firstPage } = await import('./first-page.ts')
  return base64Of(await firstPage(await file.arrayBuffer()))
}

/** Draws and sends the covers of saved files, one after another. A file without a cover is complete, so nothing is said of failures. */
export async function sendCovers(files: readonly { id: string; file: File }[]): Promise<void> {
  for (const { id, file } of files) {
    const pictureBase64 = await coverOf(file).catch(() => '')
    if (pictureBase64 === '' || pictureBase64.length > MOST_COVER_CHARS) continue
    await call(courseFile['save-cover'], { id, pictureBase64 }, { quiet: true }).catch(() => undefined)
  }
}
