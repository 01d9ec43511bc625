// Plays a running broadcast in a media element. It never gives up: a picture that stops stays, and goes on by itself. Loaded only there.
import { ErrorTypes, Events, Hls } from 'hls.js/light'

const AGAIN_MS = 1_500
/** Behind the newest segment, in segments of two seconds. */
const BEHIND = 2
const MOST_BEHIND = 8

/** @param onPlays whether pictures are coming @returns a function that detaches it */
export function attachLive(media: HTMLMediaElement, src: string, onPlays: (plays: boolean) => void): () => void {
  if (!Hls.isSupported()) return attachNative(media, src, onPlays)
  const hls = new Hls({
    liveSyncDurationCount: BEHIND,
    liveMaxLatencyDurationCount: MOST_BEHIND,
    manifestLoadingMaxRetry: 0,
    backBufferLength: 30,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isKnown = false
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isKnown ? hls.startLoad() : hls.loadSource(src)), AGAIN_MS)
  }
  hls.on(Events.MANIFEST_PARSED, () => {
    isKnown = true
    // a browser that lets nothing play by itself shows its button
    media.play().catch(() => undefined)
  })
  hls.on(Events.FRAG_BUFFERED, () => onPlays(true))
  hls.on(Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return
    onPlays(false)
    if (type === ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    // not begun yet, a lost line, a server that restarts
    else again()
  })
  hls.loadSource(src)
  hls.attachMedia(media)
  return () => {
    clearTimeout(timer)
    hls.destroy()
  }
}

/** Older iPhones play playlists by themselves. */
function attachNative(media: HTMLMediaElement, src: string, onPlays: (plays: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = () => {
    media.src = src
    media.play().catch(() => undefined)
  }
  const again = () => {
    onPlays(false)
    clearTimeout(timer)
    timer = setTimeout(load, AGAIN_MS)
  }
  const plays = () => onPlays(true)
  media.addEventListener('error', again)
  media.addEventListener('playing', plays)
  load()
  return () => {
    clearTimeout(timer)
    media.removeEventListener('error', again)
    media.removeEventListener('playing', plays)
    media.removeAttribute('src')
  }
}
