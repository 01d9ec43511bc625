// Audio worklet of the editor's recorder: posts the microphone's samples to the page.
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
