// Plays an HLS playlist in a media element. Loaded only for such files.
import { ErrorTypes, Events, Hls } from 'hls.js/light'
import { getToken } from '../../../../kernel/call/token.ts'
import { hasDecoders } from './decoders.ts'
import { type PlayKeys, playAuth } from './play-auth.ts'

/** why a file does not play: the learner may not, the browser cannot decrypt it or lacks its decoders, or it is broken */
export type HlsProblem = 'refused' | 'unable' | 'codec' | 'broken'
const refusals = new Set([401, 403])
const isKeyAddress = (url: string) => new URL(url, location.href).pathname.endsWith('decrypt')

/** Milliseconds by which the server's clock is ahead, as read from an answer; 0 if it does not tell. */
function aheadOf(details: unknown): number {
  const date = details instanceof XMLHttpRequest ? Date.parse(details.getResponseHeader('date') ?? '') : Number.NaN
  return Number.isNaN(date) ? 0 : date - Date.now()
}

/**
 * Attaches the playlist `src`; requests for its key carry the session token and the query `auth`.
 * @returns a function that detaches it
 */
export function attachHls(
  media: HTMLMediaElement,
  { src, play, onProblem }: { src: string; play: PlayKeys | undefined; onProblem: (problem: HlsProblem) => void },
): () => void {
  if (!Hls.isSupported()) {
    // old iPhones play by themselves, without headers: only what is not encrypted
    if (!hasDecoders(media)) onProblem('codec')
    else if (play || media.canPlayType('application/vnd.apple.mpegurl') === '') onProblem('unable')
    else media.src = src
    return () => media.removeAttribute('src')
  }
  let ahead = 0
  let recovered = false
  const hls = new Hls({
    xhrSetup(xhr, url) {
      if (!isKeyAddress(url)) return
      const address = new URL(url, location.href)
      if (play) address.searchParams.set('auth', playAuth(Date.now() + ahead, play))
      xhr.open('GET', address.href, true)
      xhr.setRequestHeader('token', getToken())
    },
  })
  hls.on(Events.LEVEL_LOADED, (_event, { networkDetails }) => {
    ahead = aheadOf(networkDetails)
  })
  hls.on(Events.ERROR, (_event, { fatal, type, response }) => {
    if (response && refusals.has(response.code ?? 0)) {
      // it would ask for ever
      hls.stopLoad()
      onProblem('refused')
      return
    }
    if (!fatal) return
    if (type === ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true
      hls.recoverMediaError()
    } else onProblem('broken')
  })
  hls.loadSource(src)
  hls.attachMedia(media)
  return () => hls.destroy()
}
