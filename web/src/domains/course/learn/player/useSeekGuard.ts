// Seeking in a course that forbids it: back always, ahead to the furthest place reached.
import { useRef } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'

/** learner.md §9 */
const TOLERANCE_SEC = 2

type Guard = { mayDrag: boolean; from: number; furthest: number; fastest: number; onTime: (seconds: number) => void }

/** `from`, `furthest`: seconds, on the first render. A further seek, and a speed beyond the course's, are reverted. */
export function useSeekGuard({ mayDrag, from, furthest, fastest, onTime }: Guard) {
  const reached = useRef(Math.max(from, furthest))
  return {
    begin(media: HTMLMediaElement) {
      if (from <= 0 || from >= media.duration - 1) return
      media.currentTime = from
    },
    follow(media: HTMLMediaElement) {
      if (media.seeking) return
      reached.current = Math.max(reached.current, media.currentTime)
      onTime(media.currentTime)
    },
    seek(media: HTMLMediaElement) {
      if (mayDrag || media.currentTime <= reached.current + TOLERANCE_SEC) return
      media.currentTime = reached.current
      notify.warning(t('本课程不允许向前拖动进度'))
    },
    limit(media: HTMLMediaElement) {
      if (media.playbackRate > fastest) media.playbackRate = fastest
    },
    rewind(media: HTMLMediaElement) {
      media.currentTime = 0
      onTime(0)
    },
  }
}
