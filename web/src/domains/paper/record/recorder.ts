// What writes the bytes of a part: the recorder of the browser, or single pictures where it writes no WebM.
import { PICTURE_MS, PICTURES, packPicture } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { watchFirst } from './first-picture.ts'

/** Bytes are kept this often: a page that is closed loses no more. */
const SLICE_MS = 1_000
const KEY_MS = 5_000
const QUALITY = 0.6
const MOST_WIDTH = 480

type Told = {
  onStart: () => void
  /** when the first picture was taken, by `performance.now()`; where the browser tells it */
  onFirst?: (at: number) => void
  onData: (data: Blob | ArrayBuffer) => void
  onStop: () => void
  onError: () => void
}
export type Recorder = { stop: () => void; flush: () => void }
type Wish = { mime: string; videoBits: number; audioBits: number }

/** Begins to record a stream. Throws where the browser cannot. */
export const openRecorder = (stream: MediaStream, wish: Wish, told: Told): Recorder =>
  wish.mime === PICTURES ? openPictures(grabber(stream), told) : openFilm(stream, wish, told)

function openFilm(stream: MediaStream, { mime, videoBits, audioBits }: Wish, told: Told): Recorder {
  const more = { videoKeyFrameIntervalDuration: KEY_MS }
  const recorder = new MediaRecorder(stream, { mimeType: mime, videoBitsPerSecond: videoBits, audioBitsPerSecond: audioBits, ...more })
  recorder.addEventListener('dataavailable', ({ data }) => told.onData(data))
  recorder.addEventListener('stop', () => told.onStop())
  recorder.addEventListener('start', () => told.onStart())
  recorder.addEventListener('error', () => told.onError())
  recorder.start(SLICE_MS)
  // without it the bytes tell when it began
  void watchFirst(stream.getVideoTracks()[0], (at) => told.onFirst?.(at)).catch(() => undefined)
  return {
    stop: () => recorder.state !== 'inactive' && recorder.stop(),
    flush: () => recorder.state === 'recording' && recorder.requestData(),
  }
}

/** Takes the present picture as a JPEG; undefined while there is none. `close` ends it. */
export type Grabber = { grab: () => Promise<ArrayBuffer | undefined>; close: () => void }

function grabber(stream: MediaStream): Grabber {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  void video.play().catch(() => undefined)
  const canvas = document.createElement('canvas')
  return {
    async grab() {
      if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
      canvas.width = Math.min(MOST_WIDTH, video.videoWidth)
      canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
      canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
      return picture?.arrayBuffer()
    },
    close() {
      video.pause()
      video.srcObject = null
    },
  }
}

/** A picture each two seconds, with its time. */
export function openPictures({ grab, close }: Grabber, told: Told): Recorder {
  let isOver = false
  let beganAt: number | undefined
  let isTaking = false
  const take = async () => {
    if (isTaking) return
    isTaking = true
    try {
      const jpeg = await grab()
      if (isOver || !jpeg) return
      const now = performance.now()
      const isFirst = beganAt === undefined
      beganAt ??= now
      if (isFirst) told.onStart()
      told.onData(packPicture(new Uint8Array(jpeg), Math.round(now - beganAt), isFirst).buffer)
    } catch {
      if (!isOver) told.onError()
    } finally {
      isTaking = false
    }
  }
  void take()
  const timer = setInterval(() => void take(), PICTURE_MS)
  return {
    stop() {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      close()
      told.onStop()
    },
    flush: () => undefined,
  }
}
