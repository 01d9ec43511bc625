// The length of a media element. WebKit counts that of some files up while it reads them.
import { type RefObject, useLayoutEffect } from 'react'

/** seconds; stored lengths are whole */
const ROUNDING = 1

/** Until the element knows as much, its `duration` is the stored one (seconds; 0: unknown), for the controls and for the place to go on from. */
export function useLength(place: RefObject<HTMLMediaElement | null>, length: number) {
  useLayoutEffect(() => {
    const media = place.current
    if (!media || length === 0) return
    Object.defineProperty(media, 'duration', {
      configurable: true,
      get() {
        const known = Reflect.get(HTMLMediaElement.prototype, 'duration', media)
        return known < length - ROUNDING ? length : known
      },
    })
  }, [place, length])
}
