// How long a video or a sound is, as the browser reads it from its head.

/** Some files name their length only at the end; nobody waits for those. */
const PATIENCE_MS = 8_000
const playable = /\.(mp4|webm|m4a|mp3|wav|ogg)$/i

export const isPlayable = (name: string) => playable.test(name)

/** @returns whole seconds of the media at an address; 0 where the browser cannot tell */
export function lengthAt(address: string): Promise<number> {
  return new Promise((resolve) => {
    const media = document.createElement('video')
    const done = (seconds: number) => {
      window.clearTimeout(patience)
      media.removeAttribute('src')
      media.load()
      // never more than there is: whoever watches to the end has to reach it
      resolve(Number.isFinite(seconds) ? Math.floor(seconds) : 0)
    }
    const patience = window.setTimeout(() => done(0), PATIENCE_MS)
    media.preload = 'metadata'
    media.addEventListener('loadedmetadata', () => done(media.duration), { once: true })
    media.addEventListener('error', () => done(0), { once: true })
    media.src = address
  })
}

/** @returns whole seconds of a chosen file; 0 for documents and for what the browser cannot play */
export async function lengthOf(file: File): Promise<number> {
  if (!isPlayable(file.name)) return 0
  const address = URL.createObjectURL(file)
  try {
    return await lengthAt(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}
