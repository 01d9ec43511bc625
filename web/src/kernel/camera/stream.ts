// Access to the camera of the device.

/**
 * insecure: the page has no https, so that the browser offers no camera; old: the browser has no camera API; refused: the site may not use the camera; missing: there is none; busy: another program uses it; virtual: there
 * are only virtual cameras; none: another reason
 */
type CameraProblemKind = 'insecure' | 'old' | 'refused' | 'missing' | 'busy' | 'virtual' | 'none'

export class CameraProblem extends Error {
  readonly kind: CameraProblemKind
  /** virtual: the name of the camera */
  readonly camera: string

  constructor(kind: CameraProblemKind, camera = '') {
    super(kind)
    this.kind = kind
    this.camera = camera
  }
}

const WIDTH = 480
const QUALITY = 0.7
/** A virtual camera can show any picture, so it is refused (learner.md §9). */
const isVirtual = (label: string) => /\bOBS\b|virtual|虚拟|ManyCam|XSplit|Snap Camera/i.test(label)

/** By the names of the errors of getUserMedia. */
const kindOfError: Record<string, CameraProblemKind> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}
// a DOMException is no Error in every browser
const problemOf = (error: unknown) => new CameraProblem(kindOfError[String((error as { name?: unknown } | null)?.name)] ?? 'none')

const open = (video: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 640 }, ...video }, audio: false })
const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

/** Opens a real camera. Throws a CameraProblem. @param wish of several cameras, which one @returns the stream and a function that ends it */
export async function openCamera(wish: MediaTrackConstraints = {}): Promise<{ stream: MediaStream; close: () => void }> {
  // undefined on pages without https and in old browsers, although the types say otherwise
  if (!(navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia) throw new CameraProblem(isSecureContext ? 'old' : 'insecure')
  try {
    let stream = await open(wish)
    const virtual = stream.getVideoTracks().find((track) => isVirtual(track.label))
    if (virtual) {
      stop(stream)
      const devices = await navigator.mediaDevices.enumerateDevices()
      const real = devices.find((one) => one.kind === 'videoinput' && !isVirtual(one.label))
      if (!real) throw new CameraProblem('virtual', virtual.label)
      stream = await open({ deviceId: { exact: real.deviceId } })
    }
    return { stream, close: () => stop(stream) }
  } catch (error) {
    throw error instanceof CameraProblem ? error : problemOf(error)
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
