// A video or audio with the controls and rules of its course: its speeds, no seeking where it is forbidden, no playing in a hidden page.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { language } from '../../../../kernel/preferences.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import type { Captions } from './captions.ts'
import { Controls } from './Controls.tsx'
import { speak } from './media-chrome.ts'
import type { PlayKeys } from './play-auth.ts'
import { Problem, type PlayProblem } from './Problem.tsx'
import { useSeekGuard } from './useSeekGuard.ts'
import { isPlaylist, useSource } from './useSource.ts'
import { Watermark } from './Watermark.tsx'
import styles from './player.module.css'

/** learner.md §9 */
const REWIND_MS = 1_000

type MediaPlayerProps = {
  src: string
  title: string
  isVideo: boolean
  /** seconds; where to begin, and the furthest place reached before */
  from: number
  furthest: number
  mayDrag: boolean
  /** the speeds of the course */
  speeds: readonly number[]
  autoPlay: boolean
  /** something has to be answered first: the player pauses and leaves full screen */
  held: boolean
  play?: PlayKeys | undefined
  captions?: readonly Captions[]
  /** the learner's name over the picture; '' for none */
  watermark?: string
  /** beside a recording */
  cover?: ReactNode
  /** the link to the next file */
  next?: ReactNode
  onPlay: (isPlaying: boolean) => void
  onTime: (seconds: number) => void
  onEnd: (seconds: number) => void
}

/** Pauses in a hidden page and while `held`, and then leaves full screen and picture in picture. */
function usePause(place: React.RefObject<HTMLMediaElement | null>, held: boolean) {
  useEffect(() => {
    const hide = () => document.hidden && place.current?.pause()
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [place])
  useEffect(() => {
    if (!held) return
    place.current?.pause()
    if (document.fullscreenElement) void document.exitFullscreen()
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
  }, [place, held])
}

/** A problem takes the player's place until the learner tries again. */
export function MediaPlayer(props: MediaPlayerProps) {
  const [problem, setProblem] = useState<PlayProblem>()
  if (problem) return <Problem problem={problem} onRetry={() => setProblem(undefined)} />
  return <Playing {...props} onProblem={setProblem} />
}

function Playing(props: MediaPlayerProps & { onProblem: (problem: PlayProblem) => void }) {
  const { src, title, isVideo, speeds, autoPlay, held, play, captions = [], watermark = '', cover, next, onPlay, onEnd, onProblem } = props
  const place = useRef<HTMLMediaElement>(null)
  const rewind = useRef<ReturnType<typeof setTimeout>>(undefined)
  // known with the first bytes of the file
  const [isTall, setTall] = useState(false)
  useState(() => speak(language.get() === 'en' ? 'en' : 'zh-CN'))
  const guard = useSeekGuard({ ...props, fastest: Math.max(...speeds) })
  usePause(place, held)
  useSource(place, { src, play }, { onProblem, onEarly: (media) => guard.begin(media) })
  useEffect(() => () => clearTimeout(rewind.current), [])
  const Media = isVideo ? 'video' : 'audio'
  const player = (
    <media-controller
      key={src}
      className={classes(styles.player, isVideo ? styles.film : styles.sound)}
      {...(isVideo ? {} : { audio: true })}
      data-shape={isTall ? 'tall' : undefined}
    >
      <Media
        slot="media"
        // video or audio; only their common interface is used
        ref={place as never}
        {...(isPlaylist(src) ? {} : { src })}
        {...(isVideo ? { playsInline: true, disablePictureInPicture: watermark !== '' } : {})}
        aria-label={title}
        controlsList="nodownload"
        disableRemotePlayback
        autoPlay={autoPlay && !held}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          guard.begin(currentTarget)
          if (currentTarget instanceof HTMLVideoElement) setTall(currentTarget.videoHeight > currentTarget.videoWidth)
        }}
        onPlay={(event) => held && event.currentTarget.pause()}
        onPlaying={() => onPlay(true)}
        onWaiting={() => onPlay(false)}
        onPause={() => onPlay(false)}
        onTimeUpdate={({ currentTarget }) => {
          guard.follow(currentTarget)
          // after a stall some browsers send no `playing`
          if (!currentTarget.paused && !currentTarget.seeking) onPlay(true)
        }}
        onSeeking={(event) => guard.seek(event.currentTarget)}
        onRateChange={(event) => guard.limit(event.currentTarget)}
        onError={() => onProblem('broken')}
        onEnded={({ currentTarget }) => {
          onEnd(currentTarget.currentTime)
          rewind.current = setTimeout(() => guard.rewind(currentTarget), REWIND_MS)
        }}
      >
        {captions.map(({ src: track, label, language: srcLang }, at) => (
          <track key={track} kind="captions" src={track} label={label} srcLang={srcLang} default={at === 0} />
        ))}
      </Media>
      {isVideo && watermark !== '' && <Watermark text={watermark} />}
      {isVideo && <media-loading-indicator slot="centered-chrome" noautohide />}
      <Controls isVideo={isVideo} speeds={speeds} hasCaptions={captions.length > 0} hasWindow={watermark === ''} next={next} />
    </media-controller>
  )
  if (isVideo) return player
  return (
    <div className={styles.hear}>
      <div className={styles.hearCover}>{cover}</div>
      <b className={styles.hearTitle}>{title}</b>
      {player}
      {watermark !== '' && <small className={styles.hearName}>{t('学员：{{name}}', { name: watermark })}</small>}
    </div>
  )
}
