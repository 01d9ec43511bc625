// A video or audio with the browser's controls and the course's rules: no seeking where it is forbidden, no playing in a hidden page.
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './course-view.module.css'

/** learner.md §9 */
const TOLERANCE_SEC = 2
const REWIND_MS = 1_000

type MediaPlayerProps = {
  src: string
  title: string
  isVideo: boolean
  /** seconds */
  from: number
  mayDrag: boolean
  autoPlay: boolean
  onPlay: (isPlaying: boolean) => void
  onTime: (seconds: number) => void
  onEnd: () => void
}

/** Allows every seek back, and seeks ahead up to the furthest position reached; a further one ends there. */
function useSeekGuard(mayDrag: boolean, from: number, onTime: (seconds: number) => void) {
  const furthest = useRef(from)
  return {
    begin(media: HTMLMediaElement) {
      if (from <= 0 || from >= media.duration - 1) return
      media.currentTime = from
    },
    follow(media: HTMLMediaElement) {
      if (media.seeking) return
      furthest.current = Math.max(furthest.current, media.currentTime)
      onTime(media.currentTime)
    },
    seek(media: HTMLMediaElement) {
      if (mayDrag || media.currentTime <= furthest.current + TOLERANCE_SEC) return
      media.currentTime = furthest.current
      notify.warning(t('本课程不允许向前拖动进度'))
    },
    rewind(media: HTMLMediaElement) {
      media.currentTime = 0
      onTime(0)
    },
  }
}

export function MediaPlayer({ src, title, isVideo, from, mayDrag, autoPlay, onPlay, onTime, onEnd }: MediaPlayerProps) {
  const place = useRef<HTMLMediaElement>(null)
  const rewind = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [broken, setBroken] = useState(false)
  const guard = useSeekGuard(mayDrag, from, onTime)
  useEffect(() => {
    const hide = () => document.hidden && place.current?.pause()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      clearTimeout(rewind.current)
    }
  }, [])
  if (broken)
    return (
      <div className={styles.stageWord} role="alert">
        <p>{t('这个课件无法播放，请稍后再试或联系老师。')}</p>
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}
          onClick={() => {
            setBroken(false)
            setAttempt(attempt + 1)
          }}
        >
          {t('重试')}
        </button>
      </div>
    )
  const Media = isVideo ? 'video' : 'audio'
  return (
    <Media
      key={`${src} ${attempt}`}
      // video or audio; only their common interface is used
      ref={place as never}
      className={isVideo ? styles.stageVideo : styles.stageAudio}
      src={src}
      aria-label={title}
      controls
      controlsList="nodownload"
      playsInline={isVideo ? true : undefined}
      autoPlay={autoPlay}
      preload="metadata"
      onLoadedMetadata={(event) => guard.begin(event.currentTarget)}
      onPlaying={() => onPlay(true)}
      onWaiting={() => onPlay(false)}
      onPause={() => onPlay(false)}
      onTimeUpdate={(event) => guard.follow(event.currentTarget)}
      onSeeking={(event) => guard.seek(event.currentTarget)}
      onError={() => setBroken(true)}
      onEnded={({ currentTarget }) => {
        onEnd()
        rewind.current = setTimeout(() => guard.rewind(currentTarget), REWIND_MS)
      }}
    >
      <track kind="captions" />
    </Media>
  )
}
