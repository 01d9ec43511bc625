// Audio samples as a WAV file: PCM, 16 bit, mono (admin.md §9, *Recorder*).

const HEAD = 44
function put(view: DataView, at: number, text: string) {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
}

/** @param pieces samples between -1 and 1 @param rate samples a second */
export function wavOf(pieces: readonly Float32Array[], rate: number): Blob {
  const samples = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const view = new DataView(new ArrayBuffer(HEAD + samples * 2))
  put(view, 0, 'RIFF')
  view.setUint32(4, HEAD - 8 + samples * 2, true)
  put(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  put(view, 36, 'data')
  view.setUint32(40, samples * 2, true)
  let at = HEAD
  for (const piece of pieces)
    for (const sample of piece) {
      const level = Math.max(-1, Math.min(1, sample))
      view.setInt16(at, level < 0 ? level * 0x8000 : level * 0x7fff, true)
      at += 2
    }
  return new Blob([view.buffer], { type: 'audio/wav' })
}
