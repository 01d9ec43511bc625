// A short sound for a right answer; off until the learner asks for it, kept in this browser.
import { useState } from 'react'

const KEY = 'train-sound'
const NOTES_HZ = [660, 880]
const NOTE_SEC = 0.12
const LOUDNESS = 0.08

function ring() {
  const audio = new AudioContext()
  const loudness = audio.createGain()
  loudness.gain.value = LOUDNESS
  loudness.connect(audio.destination)
  NOTES_HZ.forEach((hertz, at) => {
    const note = audio.createOscillator()
    note.frequency.value = hertz
    note.connect(loudness)
    note.start(audio.currentTime + at * NOTE_SEC)
    note.stop(audio.currentTime + (at + 1) * NOTE_SEC)
    if (at === NOTES_HZ.length - 1) note.addEventListener('ended', () => void audio.close())
  })
}

/** `play` does nothing while the sound is off. */
export function useSound() {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === '1')
  return {
    on,
    set(next: boolean) {
      localStorage.setItem(KEY, next ? '1' : '0')
      setOn(next)
      if (next) ring()
    },
    play: () => void (on && ring()),
  }
}
