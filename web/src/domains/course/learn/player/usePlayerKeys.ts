// Keys of the player. media-chrome has space, K, M, F and the arrows while the player has the focus; the rest is here.
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'

/** Those that media-chrome would do otherwise: it steps to speeds that the course does not offer, and forgets the language of captions. */
export const ownKeys = 'noc no< no> noshift+/'

const SEEK_SEC = 10

type Keys = { speeds: readonly number[]; onCaptions: () => void }

const seekBy = (media: HTMLMediaElement, seconds: number) => {
  media.currentTime = Math.max(0, media.currentTime + seconds)
}
const turn = (media: HTMLMediaElement) => (media.paused ? void media.play().catch(() => undefined) : media.pause())

/** To the speed of the course beside this one. */
function step(media: HTMLMediaElement, speeds: readonly number[], by: 1 | -1) {
  const now = media.playbackRate
  media.playbackRate = (by > 0 ? speeds.find((one) => one > now) : speeds.findLast((one) => one < now)) ?? now
}

/**
 * Space and the side arrows also work while nothing on the page has the focus; letters do not, because a page must not react to single
 * letters that are spoken or typed elsewhere (WCAG 2.1.4).
 * @returns the handler of keys within the player
 */
export function usePlayerKeys(place: RefObject<HTMLMediaElement | null>, { speeds, onCaptions }: Keys) {
  const onPage = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const media = place.current
    if (!media || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (document.activeElement !== document.body || document.querySelector('dialog[open], [role="dialog"]')) return
    if (event.key === ' ') turn(media)
    else if (event.key === 'ArrowLeft') seekBy(media, -SEEK_SEC)
    else if (event.key === 'ArrowRight') seekBy(media, SEEK_SEC)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onPage(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const media = place.current
    if (!media || ctrlKey || metaKey || altKey) return
    if (key === 'c') onCaptions()
    else if (key === '<' || key === '>') step(media, speeds, key === '>' ? 1 : -1)
  }
}
