// Runs beside the page: the loudness of what a microphone hears, one figure for each tenth of a second. No sound leaves it.
declare const sampleRate: number
declare const registerProcessor: (name: string, processor: unknown) => void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

const SECONDS = 0.1

/** Adds up the squares of the samples; says their root mean square, and nothing of the samples. */
class Meter extends AudioWorkletProcessor {
  #sum = 0
  #samples = 0
  /** samples towards the next figure: a rest counts into the one after it, so that they keep their rate */
  #due = 0

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const samples = inputs[0]?.[0]
    if (!samples) return true
    for (const one of samples) this.#sum += one * one
    this.#samples += samples.length
    this.#due += samples.length
    if (this.#due >= sampleRate * SECONDS) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
      this.port.postMessage(Math.sqrt(this.#sum / this.#samples))
      this.#due -= sampleRate * SECONDS
      this.#sum = this.#samples = 0
    }
    return true
  }
}

registerProcessor('meter', Meter)
