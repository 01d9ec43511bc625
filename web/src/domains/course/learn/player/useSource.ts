// The source of a player: an ordinary file, or a playlist, whose library is loaded only then.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { HlsProblem } from './hls-source.ts'
import type { PlayKeys } from './play-auth.ts'

/** Whether the address is that of a playlist (learner.md §4). */
export const isPlaylist = (src: string): boolean => src.split(/[?#]/)[0]!.endsWith('.m3u8')

type Source = { src: string; play: PlayKeys | undefined }

type Told = {
  onProblem: (problem: HlsProblem) => void
  /** The length was known before React showed the element, so that `loadedmetadata` was lost: the file is in the browser's cache. */
  onEarly: (media: HTMLMediaElement) => void
}

/** Plays a playlist in the element; for another file the element has its `src` itself. */
export function useSource(place: RefObject<HTMLMediaElement | null>, { src, play }: Source, { onProblem, onEarly }: Told) {
  const tell = useEffectEvent(onProblem)
  const early = useEffectEvent(onEarly)
  const keys = useEffectEvent(() => play)
  useEffect(() => {
    const media = place.current
    if (media && !isPlaylist(src) && media.readyState >= HTMLMediaElement.HAVE_METADATA) early(media)
    if (!media || !isPlaylist(src)) return undefined
    let detach: (() => void) | undefined
    let isLeft = false
    const attach = async () => {
      const { attachHls } = await import('./hls-source.ts')
      if (!isLeft) detach = attachHls(media, { src, play: keys(), onProblem: (problem) => tell(problem) })
    }
    attach().catch(() => tell('broken'))
    return () => {
      isLeft = true
      detach?.()
    }
  }, [place, src])
}
