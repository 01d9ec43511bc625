// Captions of a playing file: which are shown first, what the learner chooses, and their place above the controls.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Captions, firstOf, NO_CAPTIONS } from './captions.ts'

type Wishes = {
  captions: readonly Captions[]
  /** as firstOf takes it */
  kept: string
  /** the learner chose a language, or NO_CAPTIONS */
  onChoose: (language: string) => void
}

const isText = ({ kind }: TextTrack) => kind === 'subtitles' || kind === 'captions'
const textsOf = (media: HTMLMediaElement) => [...media.textTracks].filter(isText)
const shownIn = (media: HTMLMediaElement) => textsOf(media).find((one) => one.mode === 'showing')?.language ?? NO_CAPTIONS

function showOnly(media: HTMLMediaElement, language: string | undefined) {
  for (const one of textsOf(media)) one.mode = one.language === language ? 'showing' : 'disabled'
}

/** @returns the tracks of the file, of which one is the default, and `toggle` for the key: off, and on in the language of before */
export function useCaptions(place: RefObject<HTMLMediaElement | null>, wishes: Wishes) {
  // later addresses of the same texts would load them again
  const [tracks] = useState(() => {
    const first = firstOf(wishes.captions, wishes.kept)
    return wishes.captions.map((one) => ({ ...one, isDefault: one === first }))
  })
  const begun = tracks.find((one) => one.isDefault)?.language ?? NO_CAPTIONS
  const shown = useRef(begun)
  const before = useRef(begun === NO_CAPTIONS ? (firstOf(wishes.captions, '') ?? wishes.captions[0])?.language : begun)
  const choose = useEffectEvent(wishes.onChoose)
  useEffect(() => {
    const media = place.current
    if (!media || tracks.length === 0) return undefined
    const follow = () => {
      const now = shownIn(media)
      // the browser itself shows the default first
      if (now === shown.current) return
      shown.current = now
      if (now !== NO_CAPTIONS) before.current = now
      choose(now)
    }
    media.textTracks.addEventListener('change', follow)
    return () => media.textTracks.removeEventListener('change', follow)
  }, [place, tracks])
  useLift(place, tracks.length > 0)
  const toggle = () => {
    const media = place.current
    if (!media) return
    showOnly(media, shownIn(media) === NO_CAPTIONS ? before.current : NO_CAPTIONS)
  }
  return { tracks, toggle }
}

/** Percent of the height above the controls. */
const ABOVE = 84

/** Firefox has no style for the place of captions, so they are moved themselves; the others are moved by player.module.css. */
function useLift(place: RefObject<HTMLMediaElement | null>, isOn: boolean) {
  useEffect(() => {
    const media = place.current
    const controller = media?.closest('media-controller')
    if (!isOn || !media || !controller || typeof VTTCue === 'undefined' || !('lineAlign' in VTTCue.prototype)) return undefined
    if (CSS.supports('selector(video::-webkit-media-text-track-container)')) return undefined
    const moved = new Set<VTTCue>()
    const settle = () => {
      const isLifted = !controller.hasAttribute('userinactive') || media.paused
      for (const track of textsOf(media))
        for (const cue of track.mode === 'showing' ? [...(track.activeCues ?? [])] : []) {
          if (!(cue instanceof VTTCue) || (cue.line !== 'auto' && !moved.has(cue))) continue
          moved.add(cue)
          Object.assign(
            cue,
            isLifted ? { snapToLines: false, line: ABOVE, lineAlign: 'end' } : { snapToLines: true, line: 'auto', lineAlign: 'start' },
          )
        }
    }
    const tracks = textsOf(media)
    for (const track of tracks) track.addEventListener('cuechange', settle)
    const events = ['userinactivechange', 'play', 'pause']
    for (const name of events) controller.addEventListener(name, settle, true)
    return () => {
      for (const track of tracks) track.removeEventListener('cuechange', settle)
      for (const name of events) controller.removeEventListener(name, settle, true)
    }
  }, [place, isOn])
}
