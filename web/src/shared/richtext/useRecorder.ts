// Records the microphone: 48 kHz, mono, in memory until it is discarded or sent.
import { useEffect, useRef, useState } from 'react'
import { wavOf } from './wav.ts'

const RATE = 48_000
/** admin.md §4: 0 ready, 1 recording, 2 finished */
export type RecorderState = 0 | 1 | 2

type Running = { context: AudioContext; stream: MediaStream; pieces: Float32Array[] }

async function open(): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, sampleRate: RATE } })
  const context = new AudioContext({ sampleRate: RATE })
  try {
    await context.audioWorklet.addModule('/record.js')
    const pieces: Float32Array[] = []
    const node = new AudioWorkletNode(context, 'record', { channelCount: 1, channelCountMode: 'explicit' })
    node.port.addEventListener('message', (event: MessageEvent<Float32Array>) => pieces.push(event.data))
    node.port.start()
    context.createMediaStreamSource(stream).connect(node)
    return { context, stream, pieces }
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw error
  }
}

async function close({ context, stream }: Running) {
  for (const track of stream.getTracks()) track.stop()
  await context.close()
}

/** @param onRefused called where there is no microphone or it may not be used */
export function useRecorder(onRefused: () => void) {
  const [state, setState] = useState<RecorderState>(0)
  const [seconds, setSeconds] = useState(0)
  const [take, setTake] = useState<{ sound: Blob; address: string }>()
  const running = useRef<Running>(undefined)
  useEffect(() => {
    if (state !== 1) return undefined
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [state])
  useEffect(
    () => () => {
      if (running.current) void close(running.current)
    },
    [],
  )
  const start = async () => {
    try {
      running.current = await open()
      setSeconds(0)
      setState(1)
    } catch {
      onRefused()
    }
  }
  const stop = async () => {
    const own = running.current
    if (!own) return
    running.current = undefined
    await close(own)
    const sound = wavOf(own.pieces, own.context.sampleRate)
    setTake({ sound, address: URL.createObjectURL(sound) })
    setState(2)
  }
  const discard = () => {
    if (take) URL.revokeObjectURL(take.address)
    setTake(undefined)
    setSeconds(0)
    setState(0)
  }
  return { state, seconds, take, start, stop, discard }
}
