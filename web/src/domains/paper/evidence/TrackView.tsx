// One track of a replay: its picture, or why there is none.
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { useEffect, useRef } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import type { Track } from './axis.ts'
import { type Shown, TrackPlayer } from './track-player.ts'
import type { Playback } from './usePlayback.ts'
import styles from './evidence.module.css'

function words(shown: Shown | undefined, isDeleted: boolean): string {
  if (isDeleted) return t('录像已到期删除')
  if (shown === 'hole') return t('该时段没有录制')
  return shown === 'failed' ? t('录像播放失败，请刷新页面重试') : t('加载中…')
}

export function TrackView({ track, playback }: { track: Track; playback: Playback }) {
  const video = useRef<HTMLVideoElement>(null)
  const player = useRef<TrackPlayer>(undefined)
  const shown = playback.shown[track.track]
  const isDeleted = track.parts.length > 0 && track.parts.every((one) => one.address === '')
  const parts = useRef(track.parts)
  useEffect(() => {
    parts.current = track.parts
    player.current?.update(track.parts)
  }, [track.parts])
  const joinOnce = useRef((...call: Parameters<Playback['join']>) => playback.join(...call))
  useEffect(() => {
    if (!video.current) return undefined
    const own = new TrackPlayer(video.current, parts.current)
    player.current = own
    const leave = joinOnce.current(track.track, (atMs, isPlaying, rate) => own.show(atMs, isPlaying, rate))
    return () => {
      leave()
      own.close()
    }
  }, [track.track])
  return (
    <figure className={styles.track} data-part="track" data-shown={shown ?? 'loading'}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no text of what a camera heard */}
      <video ref={video} playsInline muted={!track.sound} aria-label={tLabel(recordTrack[track.track])} />
      {shown !== 'picture' && <p role="status">{words(shown, isDeleted)}</p>}
      <figcaption>{tLabel(recordTrack[track.track])}</figcaption>
    </figure>
  )
}
