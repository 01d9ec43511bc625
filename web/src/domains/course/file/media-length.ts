// The length of a video or audio file, from the metadata that the browser reads.

/** Some files have their metadata at the end; these time out. */
const PATIENCE_MS = 8_000
const playable = /\.(mp4|webm|m4a|mp3|wav|ogg)$/i

export const isPlayable = (name: string) => playable.test(name)

/** @returns whole seconds of the media at an address; 0 if the browser cannot tell */
export function lengthAt(address: string): Promise<number> {
  return new Promise((resolve) => {
    const media = document.createElement('video')
    const done = (seconds: number) => {
      window.clearTimeout(patience)
      media.removeAttribute('src')
      media.load()
      // rounded down: playing to the end must reach the required time
      resolve(Number.isFinite(seconds) ? Math.floor(seconds) : 0)
    }
    const patience = window.setTimeout(() => done(0), PATIENCE_MS)
    media.preload = 'metadata'
    media.addEventListener('loadedmetadata', () => done(media.duration), { once: true })
    media.addEventListener('error', () => done(0), { once: true })
    media.src = address
  })
}

/** @returns whole seconds of a chosen file; 0 for documents and for unsupported media */
export async function lengthOf(file: File): Promise<number> {
  if (!isPlayable(file.name)) return 0
  const address = URL.createObjectURL(file)
  try {
    return await lengthAt(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}
