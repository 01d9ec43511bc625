// Access to the camera of the device.

/** old: the browser has no camera API; none: there is no camera, or it may not be used */
export class CameraProblem extends Error {
  readonly kind: 'old' | 'none'

  constructor(kind: 'old' | 'none') {
    super(kind)
    this.kind = kind
  }
}

const WIDTH = 480
const QUALITY = 0.7
/** A virtual camera can show any picture, so it is refused (learner.md §9). */
const isVirtual = (label: string) => /\bOBS\b/i.test(label)

const open = (video: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 640 }, ...video }, audio: false })
const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

/** Opens a real camera. Throws a CameraProblem. @returns the stream and a function that ends it */
export async function openCamera(): Promise<{ stream: MediaStream; close: () => void }> {
  // undefined on pages without TLS and in old browsers, although the types say otherwise
  if (!(navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia) throw new CameraProblem('old')
  try {
    let stream = await open({})
    if (stream.getVideoTracks().some((track) => isVirtual(track.label))) {
      stop(stream)
      const devices = await navigator.mediaDevices.enumerateDevices()
      const real = devices.find((one) => one.kind === 'videoinput' && !isVirtual(one.label))
      if (!real) throw new CameraProblem('none')
      stream = await open({ deviceId: { exact: real.deviceId } })
    }
    return { stream, close: () => stop(stream) }
  } catch (error) {
    throw error instanceof CameraProblem ? error : new CameraProblem('none')
  }
}

/** The present picture of a playing video as a JPEG data address; '' where there is none. */
export function pictureOf(video: HTMLVideoElement | null): string {
  if (!video || video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return ''
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * video.videoHeight) / video.videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', QUALITY)
}
