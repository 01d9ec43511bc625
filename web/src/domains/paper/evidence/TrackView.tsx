// One track of a replay: its picture, or why there is none.
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { PICTURES } from '@shuyuan/contract/paper/record/picture-scan.ts'
import { useEffect, useRef, useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { partAt, type Track } from './axis.ts'
import { PicturePlayer } from './picture-player.ts'
import { fetchBytes, type Shown, TrackPlayer } from './track-player.ts'
import type { Playback } from './usePlayback.ts'
import styles from './evidence.module.css'

function words(shown: Shown | undefined, isDeleted: boolean): string {
  if (isDeleted) return t('录像已到期删除')
  if (shown === 'hole') return t('该时段没有录制')
  return shown === 'failed' ? t('录像播放失败，请刷新页面重试') : t('加载中…')
}

export function TrackView({ track, playback }: { track: Track; playback: Playback }) {
  const video = useRef<HTMLVideoElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [isPicture, setPicture] = useState(false)
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
    const film = video.current
    if (!film || !image.current) return undefined
    const own = new TrackPlayer(film, parts.current)
    const pictures = new PicturePlayer(image.current, fetchBytes)
    player.current = own
    const leave = joinOnce.current(track.track, (atMs, isPlaying, rate) => {
      const part = partAt(parts.current, atMs)
      setPicture(part?.mime === PICTURES)
      if (part?.mime !== PICTURES) return own.show(atMs, isPlaying, rate)
      film.pause()
      return pictures.show(part, atMs)
    })
    return () => {
      leave()
      own.close()
      pictures.close()
    }
  }, [track.track])
  return (
    <figure className={styles.track} data-part="track" data-shown={shown ?? 'loading'}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- there is no text of what a camera heard */}
      <video ref={video} playsInline muted={!track.sound} hidden={isPicture} aria-label={tLabel(recordTrack[track.track])} />
      <img ref={image} alt={tLabel(recordTrack[track.track])} hidden={!isPicture} />
      {shown !== 'picture' && <p role="status">{words(shown, isDeleted)}</p>}
      <figcaption>{tLabel(recordTrack[track.track])}</figcaption>
    </figure>
  )
}
