// Camera, microphone and screen of a candidate, in the size in which they are recorded.
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { recordTypes } from '@shuyuan/contract/paper/record/record-types.ts'
import { openCamera } from '../../../kernel/camera/stream.ts'
import { canShareScreen } from '../../exam/share-screen.ts'

/** measured: a face is recognisable, and the recorder takes a tenth of a core (docs/decisions/0214) */
const SIZE = { width: { ideal: 320 }, height: { ideal: 240 } }
const FILM = { ...SIZE, frameRate: { ideal: 5, max: 5 } }
/** small Chinese text stays legible */
const SCREEN = { width: { ideal: 1_280, max: 1_280 }, height: { ideal: 720, max: 720 }, frameRate: { ideal: 2, max: 2 } }

type CameraMime = (typeof recordTypes.camera)[number] | typeof PICTURES
export type Mime = (typeof recordTypes)[keyof typeof recordTypes][number] | typeof PICTURES
export type Source = { stream: MediaStream; close: () => void; mime: Mime; surface: '' | 'monitor' | 'unknown' }

/** The candidate has shared a window or a tab. */
export class WrongSurface extends Error {}

const typeOf = <K extends keyof typeof recordTypes>(kind: K): (typeof recordTypes)[K][number] | undefined =>
  typeof MediaRecorder === 'undefined'
    ? undefined
    : recordTypes[kind].find((one: (typeof recordTypes)[K][number]) => MediaRecorder.isTypeSupported(one))

/** A camera without sound is recorded by pictures where the browser writes no WebM. */
const faceType = (): CameraMime => typeOf('camera') ?? PICTURES

/** Whether this browser can record what an exam asks for; 'screen': everything but the screen, as on phones and in Safari. */
export function recordable({ camera, sound, screen }: { camera: boolean; sound: boolean; screen: boolean }): 'yes' | 'screen' | 'no' {
  const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
  if (camera && (!devices?.getUserMedia || (sound && !typeOf('sound')))) return 'no'
  return !screen || canShareScreen() ? 'yes' : 'screen'
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

/** WebKit gives no picture at so low a rate, and single pictures need none. */
async function shrink(stream: MediaStream, mime: string) {
  const wish = mime === PICTURES ? SIZE : FILM
  await Promise.all(stream.getVideoTracks().map((track) => track.applyConstraints(wish).catch(() => undefined)))
}

/** Throws a CameraProblem; a microphone that is missing or refused throws as well, as it is part of what the exam records. */
export async function openFace(sound: boolean): Promise<Source> {
  const { stream, close } = await openCamera()
  await shrink(stream, sound ? 'film' : faceType())
  if (!sound) return { stream, close, mime: faceType(), surface: '' }
  try {
    const voice = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
    for (const track of voice.getAudioTracks()) stream.addTrack(track)
  } catch (error) {
    close()
    throw error
  }
  return { stream, close, mime: typeOf('sound') ?? 'video/webm;codecs=vp8,opus', surface: '' }
}

/** The camera of a phone that stands beside the candidate, without sound. Throws a CameraProblem. @param back whether the camera on its back */
export async function openSide(back: boolean): Promise<Source & { mime: CameraMime }> {
  const { stream, close } = await openCamera({ facingMode: { ideal: back ? 'environment' : 'user' } })
  await shrink(stream, faceType())
  return { stream, close, mime: faceType(), surface: '' }
}

/** Asks for the whole screen; has to be called by a click. Throws WrongSurface for a window or a tab, a DOMException where it is refused. */
export async function openScreen(): Promise<Source> {
  const wish = { video: { ...SCREEN, displaySurface: 'monitor' }, audio: false, monitorTypeSurfaces: 'include' }
  const stream = await navigator.mediaDevices.getDisplayMedia(wish)
  const [track] = stream.getVideoTracks()
  const shown = track?.getSettings().displaySurface
  // some browsers do not say what is shared
  if (shown !== undefined && shown !== 'monitor') {
    stop(stream)
    throw new WrongSurface()
  }
  if (track && 'contentHint' in track) track.contentHint = 'detail'
  return {
    stream,
    close: () => stop(stream),
    mime: typeOf('screen') ?? 'video/webm;codecs=vp8',
    surface: shown === 'monitor' ? 'monitor' : 'unknown',
  }
}
