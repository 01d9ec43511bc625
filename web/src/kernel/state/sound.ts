// Short tones for games, made by the browser. The choice whether they sound is kept in the browser.
import { store, type Store } from './store.ts'

const KEY = 'sound'
const read = () => localStorage.getItem(KEY) !== '0'
const value = store<boolean>(read())
/** Whether tones are played. */
export const sound: Store<boolean> = {
  ...value,
  set(next) {
    localStorage.setItem(KEY, next ? '1' : '0')
    value.set(next)
  },
}

/** Pitches in Hz, one after another. */
const tones = { tap: [520], tick: [880], right: [660, 880], wrong: [220], win: [523, 659, 784, 1_047], lose: [392, 330] } as const
const TONE_S = 0.11
const VOLUME = 0.08

let audio: AudioContext | undefined

/**
 * Opens the audio of the device in a quiet moment. On a slow phone that takes a fifth of a second, which the first tap would wait for. A page
 * without any touch may not open it yet.
 */
export function warmSound() {
  if (audio || !value.get() || typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return
  const open = () => {
    audio ??= new AudioContext()
  }
  if (typeof requestIdleCallback === 'undefined') setTimeout(open)
  else requestIdleCallback(open)
}

/** Plays a tone. Does nothing while sound is off or the browser has no audio. */
export function play(name: keyof typeof tones) {
  if (!value.get() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  // a browser plays only after the first touch of the page
  if (audio.state === 'suspended') void audio.resume()
  for (const [at, pitch] of tones[name].entries()) tone(audio, pitch, audio.currentTime + at * TONE_S)
}

function tone(context: AudioContext, pitch: number, from: number) {
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: pitch })
  const volume = new GainNode(context, { gain: VOLUME })
  volume.gain.setValueAtTime(VOLUME, from)
  volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_S)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(from)
  oscillator.stop(from + TONE_S)
}
