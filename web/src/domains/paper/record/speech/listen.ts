// Listens to the microphone of a recording for something like speech. The sound stays in the browser; only the times are sent.
import type { Spoken } from '@shuyuan/contract/paper/record/speech.ts'
import meterAddress from './meter.worklet.ts?worker&url'
import { LEVEL_MS, SpeechFinder } from './speech.ts'

/** Where voices are. */
const LOW_HZ = 300
const HIGH_HZ = 3_400
/** Enough for voices, and a third of the work of a usual rate. */
const RATE = 16_000
const SILENCE = 1e-6
/** Levels that came late, as from a page in the background, are put one behind the other. */
const LATE_MS = 2_000
/** The clock of a sound device goes a little wrong: so much of the difference is made up with each level. */
const TOWARDS = 0.05
const DECIBEL = 20

/** Without a device for output, where the browser can do without. */
const openContext = (stream: MediaStream) => {
  const wish = { latencyHint: 'playback', sinkId: { type: 'none' } } as AudioContextOptions
  const connect = (context: AudioContext) => ({ context, source: context.createMediaStreamSource(stream) })
  const own = new AudioContext({ ...wish, sampleRate: RATE })
  try {
    return connect(own)
  } catch {
    // Firefox takes a microphone at its own rate only
    void own.close()
    return connect(new AudioContext(wish))
  }
}

/** A page that was loaded again may not play sounds before the first click or key. */
function wake(context: AudioContext): () => void {
  const resume = () => void context.resume().catch(() => undefined)
  const events = ['pointerdown', 'keydown'] as const
  for (const event of events) document.addEventListener(event, resume)
  const leave = () => events.forEach((event) => document.removeEventListener(event, resume))
  context.addEventListener('statechange', () => context.state === 'running' && leave())
  return leave
}

/** Turns levels into times. @param tell gets times by `performance.now()` */
export function finding(tell: (span: Spoken) => void, now: () => number) {
  const finder = new SpeechFinder()
  let at = now()
  const say = (span: Spoken | undefined) => span && tell(span)
  return {
    add(rms: number) {
      const due = at + LEVEL_MS
      const apart = now() - due
      at = due + (Math.abs(apart) > LATE_MS ? apart : apart * TOWARDS)
      say(finder.add(DECIBEL * Math.log10(Math.max(SILENCE, rms)), at))
    },
    end: () => say(finder.end()),
  }
}

/**
 * Listens to the sound of a stream; nothing happens where there is none, or where the browser cannot.
 * @param tell gets each time by `performance.now()`, long ones in portions @returns ends it, and tells the rest
 */
export function listen(stream: MediaStream, tell: (span: Spoken) => void): () => void {
  if (stream.getAudioTracks().length === 0 || typeof AudioWorkletNode === 'undefined') return () => undefined
  let isOver = false
  let close: () => void = () => undefined
  const found = finding(tell, () => performance.now())
  const begin = async () => {
    const { context, source } = openContext(stream)
    const asleep = wake(context)
    close = () => {
      asleep()
      void context.close().catch(() => undefined)
    }
    await context.audioWorklet.addModule(meterAddress)
    if (isOver) return
    const band = (type: BiquadFilterType, frequency: number) => new BiquadFilterNode(context, { type, frequency })
    const meter = new AudioWorkletNode(context, 'meter', { channelCount: 1, channelCountMode: 'explicit' })
    meter.port.addEventListener('message', ({ data }: MessageEvent<number>) => !isOver && found.add(data))
    meter.port.start()
    // it writes nothing to its output, which has to be connected to run
    source.connect(band('highpass', LOW_HZ)).connect(band('lowpass', HIGH_HZ)).connect(meter).connect(context.destination)
  }
  // the recording goes on without it
  void begin().catch(() => close())
  return () => {
    if (isOver) return
    isOver = true
    found.end()
    close()
  }
}
