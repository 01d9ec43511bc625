// A video or audio with the controls and rules of its course: its speeds, no seeking where it is forbidden, no playing in a hidden page.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { language } from '../../../../kernel/state/preferences.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import type { Captions } from './captions.ts'
import { Controls } from './Controls.tsx'
import { hasDecoders } from './decoders.ts'
import { speak } from './media-chrome.ts'
import type { PlayKeys } from './play-auth.ts'
import { Problem, type PlayProblem } from './Problem.tsx'
import { useCaptions } from './useCaptions.ts'
import { useLength } from './useLength.ts'
import { ownKeys, usePlayerKeys } from './usePlayerKeys.ts'
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
  /** a picture before it plays; '' for none */
  poster?: string
  /** seconds; where to begin, and the furthest place reached before */
  from: number
  furthest: number
  /** seconds, as the server read them; 0: unknown */
  length: number
  mayDrag: boolean
  /** the speeds of the course */
  speeds: readonly number[]
  /** the speed to begin with, if the course offers it */
  speed?: number
  autoPlay: boolean
  /** something has to be answered first: the player pauses and leaves full screen */
  held: boolean
  play?: PlayKeys | undefined
  captions?: readonly Captions[]
  /** the language of captions to begin with, as firstOf takes it */
  language?: string
  /** the learner's name over the picture; '' for none */
  watermark?: string
  /** beside a recording */
  cover?: ReactNode
  /** the link to the next file */
  next?: ReactNode
  onPlay: (isPlaying: boolean) => void
  onTime: (seconds: number) => void
  /** the medium goes to another place */
  onJump?: (to: number) => void
  /** the learner chose a speed */
  onSpeed?: (speed: number) => void
  /** the learner chose captions: a language, or NO_CAPTIONS */
  onLanguage?: (language: string) => void
  onEnd: (seconds: number) => void
}

/**
 * Pauses in a hidden page. While `held`: pauses, and leaves full screen and picture in picture; afterwards what played, or was about to
 * begin by itself, goes on.
 */
function usePause(place: React.RefObject<HTMLMediaElement | null>, held: boolean, autoPlay: boolean) {
  const goesOn = useRef(autoPlay && held)
  useEffect(() => {
    const hide = () => document.hidden && place.current?.pause()
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [place])
  useEffect(() => {
    const media = place.current
    if (!held) {
      // a browser that allows no sound before a click leaves it paused
      if (goesOn.current) void media?.play()?.catch(() => undefined)
      goesOn.current = false
      return
    }
    goesOn.current ||= media?.paused === false
    media?.pause()
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
  const { src, title, isVideo, speeds, autoPlay, held, play, poster = '', watermark = '', cover, next, onPlay, onEnd, onProblem } = props
  const { speed = 1, onJump, onSpeed, captions = [], language: kept = '', onLanguage = () => undefined } = props
  const place = useRef<HTMLMediaElement>(null)
  const { tracks, toggle } = useCaptions(place, { captions, kept, onChoose: onLanguage })
  const keys = usePlayerKeys(place, { speeds, onCaptions: toggle })
  const rewind = useRef<ReturnType<typeof setTimeout>>(undefined)
  // known with the first bytes of the file
  const [isTall, setTall] = useState(false)
  useState(() => speak(language.get() === 'en' ? 'en' : 'zh-CN'))
  const guard = useSeekGuard({ ...props, fastest: Math.max(...speeds) })
  const begin = (media: HTMLMediaElement) => {
    guard.begin(media)
    if (speeds.includes(speed)) media.playbackRate = speed
  }
  usePause(place, held, autoPlay)
  useLength(place, props.length)
  useSource(place, { src, play }, { onProblem, onEarly: begin })
  useEffect(() => () => clearTimeout(rewind.current), [])
  const takeFocus = useEffectEvent(
    () => autoPlay && !held && place.current?.closest<HTMLElement>('media-controller')?.focus({ preventScroll: true }),
  )
  // who chose this file has its keys at once
  useEffect(() => void takeFocus(), [])
  const Media = isVideo ? 'video' : 'audio'
  const player = (
    <media-controller
      key={src}
      className={classes(styles.player, isVideo ? styles.film : styles.sound)}
      {...(isVideo ? {} : { audio: true })}
      data-shape={isTall ? 'tall' : undefined}
      hotkeys={ownKeys}
      onKeyDown={keys}
      // WebKit knows the length of some files only at their end
      {...(props.length > 0 ? { defaultduration: props.length } : {})}
    >
      <Media
        slot="media"
        // video or audio; only their common interface is used
        ref={place as never}
        {...(isPlaylist(src) ? {} : { src })}
        {...(isVideo ? { playsInline: true, disablePictureInPicture: watermark !== '', ...(poster === '' ? {} : { poster }) } : {})}
        aria-label={title}
        controlsList="nodownload"
        disableRemotePlayback
        autoPlay={autoPlay && !held}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          begin(currentTarget)
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
        onSeeking={(event) => {
          guard.seek(event.currentTarget)
          // where a forbidden jump ends
          onJump?.(event.currentTarget.currentTime)
        }}
        onRateChange={({ currentTarget }) => {
          guard.limit(currentTarget)
          if (speeds.includes(currentTarget.playbackRate)) onSpeed?.(currentTarget.playbackRate)
        }}
        onError={({ currentTarget }) => onProblem(isVideo && !hasDecoders(currentTarget) ? 'codec' : 'broken')}
        onEnded={({ currentTarget }) => {
          onEnd(currentTarget.currentTime)
          rewind.current = setTimeout(() => guard.rewind(currentTarget), REWIND_MS)
        }}
      >
        {tracks.map(({ src: text, label, language: srcLang, isDefault }) => (
          <track key={srcLang} kind="subtitles" src={text} label={label} srcLang={srcLang} default={isDefault} />
        ))}
      </Media>
      {isVideo && watermark !== '' && <Watermark text={watermark} />}
      {isVideo && <media-loading-indicator slot="centered-chrome" noautohide />}
      <Controls isVideo={isVideo} speeds={speeds} languages={tracks.length} hasWindow={watermark === ''} next={next} />
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
