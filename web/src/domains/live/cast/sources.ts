// What is broadcast: camera or screen, with the microphone.
import type { PlainText } from '../../../kernel/i18n.ts'
import { castTypeOf } from './caster.ts'

export const castSources = { camera: '摄像头', screen: '屏幕', sound: '仅声音' } as const satisfies Record<string, PlainText>
export type CastSource = keyof typeof castSources

export type Opened = { stream: MediaStream; close: () => void }
const voice = { echoCancellation: true, noiseSuppression: true }
const picture = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 25, max: 30 } }

/** Why this browser cannot broadcast from the source; undefined: it can, if the user allows it. */
export function obstacleOf(source: CastSource): PlainText | undefined {
  // undefined on pages without https and in old browsers, although the types say otherwise
  const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
  if (!devices?.getUserMedia)
    return window.isSecureContext ? '这个浏览器不能直播，请换用新版浏览器' : '当前地址不是 https，浏览器不允许使用摄像头、屏幕和麦克风'
  if (source === 'screen' && !devices.getDisplayMedia) return '这个浏览器不能共享屏幕，请选择其他画面来源，或换用电脑上的浏览器'
  return castTypeOf(source !== 'sound') === undefined ? '这个浏览器不能录制所选的画面，请选择其他画面来源，或换用新版浏览器' : undefined
}

const stop = (streams: readonly MediaStream[]) => streams.forEach((one) => one.getTracks().forEach((track) => track.stop()))

/** Sound of a shared tab and of the microphone as one: a recorder takes one track. */
function mixed(streams: readonly MediaStream[]): { tracks: MediaStreamTrack[]; close: () => void } {
  const heard = streams.filter((one) => one.getAudioTracks().length > 0)
  if (heard.length < 2) return { tracks: heard.flatMap((one) => one.getAudioTracks()), close: () => undefined }
  const context = new AudioContext()
  const out = context.createMediaStreamDestination()
  for (const one of heard) context.createMediaStreamSource(one).connect(out)
  return { tracks: out.stream.getAudioTracks(), close: () => void context.close() }
}

/** Asks the user for the devices. Throws a DOMException where they are refused or missing. A microphone that is missing is done without. */
export async function openSource(source: CastSource): Promise<Opened> {
  const { mediaDevices } = navigator
  if (source !== 'screen') {
    const stream = await mediaDevices.getUserMedia({ audio: voice, ...(source === 'camera' ? { video: picture } : {}) })
    return { stream, close: () => stop([stream]) }
  }
  const screen = await mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: true })
  const microphone = await mediaDevices.getUserMedia({ audio: voice }).catch(() => undefined)
  const streams = microphone ? [screen, microphone] : [screen]
  const { tracks, close } = mixed(streams)
  return {
    stream: new MediaStream([...screen.getVideoTracks(), ...tracks]),
    close() {
      close()
      stop(streams)
    },
  }
}
