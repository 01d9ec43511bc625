// Hands the sound of the microphone over, piece by piece; loaded by the recorder of the editor.
registerProcessor(
  'record',
  class extends AudioWorkletProcessor {
    process([input]) {
      const [channel] = input
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worklet's port has no origin
      if (channel) this.port.postMessage(channel.slice())
      return true
    }
  },
)
