// Records the microphone as one channel of 48 kHz, in memory until it is discarded or sent.
import { useEffect, useRef, useState } from 'react'
import { wavOf } from './wav.ts'

const RATE = 48_000
const BITS = 128_000
/** admin.md §4: 0 ready, 1 recording, 2 finished */
export type RecorderState = 0 | 1 | 2

/** `whole`: what was recorded, when the recorder has ended */
type Running = { recorder: MediaRecorder; stream: MediaStream; whole: Promise<Blob> }

function close({ recorder, stream }: Pick<Running, 'recorder' | 'stream'>) {
  if (recorder.state !== 'inactive') recorder.stop()
  for (const track of stream.getTracks()) track.stop()
}

/** An audio context is not used: in Firefox it stands still without a loudspeaker, and refuses a microphone of another rate. */
async function open(): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, sampleRate: RATE } })
  try {
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const whole = new Promise<Blob>((resolve) => {
      recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: recorder.mimeType })))
    })
    const begun = new Promise<void>((resolve, reject) => {
      recorder.addEventListener('start', () => resolve())
      recorder.addEventListener('error', () => reject(new Error('the recorder failed')))
    })
    recorder.start()
    await begun
    return { recorder, stream, whole }
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw error
  }
}

/** @throws where nothing was recorded */
async function wavFrom(recorded: Blob): Promise<Blob> {
  const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await recorded.arrayBuffer())
  const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at))
  const mono = new Float32Array(sound.length)
  for (const channel of channels) for (let at = 0; at < mono.length; at++) mono[at]! += channel[at]! / channels.length
  return wavOf([mono], RATE)
}

/** @param onRefused called where there is no microphone, where it may not be used, and where it recorded nothing */
export function useRecorder(onRefused: () => void) {
  const [state, setState] = useState<RecorderState>(0)
  const [seconds, setSeconds] = useState(0)
  const [take, setTake] = useState<{ sound: Blob; address: string }>()
  const running = useRef<Running>(undefined)
  const isShown = useRef(false)
  useEffect(() => {
    if (state !== 1) return undefined
    const timer = setInterval(() => {
      if (running.current?.recorder.state === 'recording') setSeconds((before) => before + 1)
    }, 1_000)
    return () => clearInterval(timer)
  }, [state])
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      if (running.current) close(running.current)
    }
  }, [])
  /** The recorder also ends where the microphone is taken away. */
  const finish = async (own: Running) => {
    const recorded = await own.whole
    close(own)
    const sound = await wavFrom(recorded).catch(() => undefined)
    if (!isShown.current) return
    running.current = undefined
    if (sound) setTake({ sound, address: URL.createObjectURL(sound) })
    else onRefused()
    setState(sound ? 2 : 0)
  }
  const start = async () => {
    try {
      const own = await open()
      if (!isShown.current) return close(own)
      running.current = own
      setSeconds(0)
      setState(1)
      void finish(own)
    } catch {
      onRefused()
    }
  }
  const stop = () => {
    if (running.current) close(running.current)
  }
  const discard = () => {
    if (take) URL.revokeObjectURL(take.address)
    setTake(undefined)
    setSeconds(0)
    setState(0)
  }
  return { state, seconds, take, start, stop, discard }
}
