// A camera and a microphone for tests of speech: a browser's own stand-in hums or beeps, and never talks.

/** Seconds of the microphone: the room, then words of 400 ms with pauses of 200 ms, then the room. */
export const talk = { quiet: 6, words: 6 } as const

/** Gives the page a microphone that hums and talks, and with `draws` a camera that is drawn in place of the browser's own. Sent to the page as text. */
export function standIn({ quiet: room, words, draws }: { quiet: number; words: number; draws: boolean }) {
  const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wish) => {
    if (wish?.video && !draws) return own(wish)
    if (wish?.video) {
      const canvas = document.createElement('canvas')
      canvas.width = 320
      canvas.height = 240
      const pen = canvas.getContext('2d')!
      setInterval(() => {
        pen.fillStyle = `hsl(${performance.now() / 20} 60% 50%)`
        pen.fillRect(0, 0, 320, 240)
      }, 200)
      return canvas.captureStream(5)
    }
    const context = new AudioContext()
    const tone = new OscillatorNode(context, { frequency: 700 })
    const loudness = new GainNode(context, { gain: 0.002 })
    const begin = context.currentTime + room
    for (let at = 0; at < words; at += 0.6) {
      loudness.gain.setValueAtTime(0.2, begin + at)
      loudness.gain.setValueAtTime(0.002, begin + at + 0.4)
    }
    const out = context.createMediaStreamDestination()
    tone.connect(loudness).connect(out)
    tone.start()
    return out.stream
  }
}
