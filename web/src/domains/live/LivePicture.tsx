// The picture of a running broadcast, with the few controls that one needs.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import styles from './live.module.css'

/** @param source when it changes within a broadcast, the picture goes on with the first one */
export function LivePicture({ source, title }: { source: string; title: string }) {
  const place = useRef<HTMLVideoElement>(null)
  const [plays, setPlays] = useState(false)
  const [isMuted, setMuted] = useState(false)
  const address = useEffectEvent(() => source)
  const isOn = source !== ''
  useEffect(() => {
    const media = place.current
    if (!media || !isOn) return undefined
    let detach: (() => void) | undefined
    let isLeft = false
    const attach = async () => {
      const { attachLive } = await import('./live-player.ts')
      if (!isLeft) detach = attachLive(media, address(), setPlays)
    }
    // the next opening of the page tries again
    attach().catch(() => setPlays(false))
    return () => {
      isLeft = true
      detach?.()
    }
  }, [isOn])
  /** A page on which nothing was clicked yet may play without sound only. */
  const begin = () => {
    const media = place.current
    if (!media || !media.paused) return
    media.play().catch(() => {
      media.muted = true
      setMuted(true)
      media.play().catch(() => undefined)
    })
  }
  return (
    <div className={styles.picture}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a broadcast has no captions */}
      <video ref={place} aria-label={title} playsInline controls controlsList="nodownload noplaybackrate" onLoadedData={begin} />
      {!plays && (
        <p role="status" className={styles.veil}>
          {t('正在连接直播…')}
        </p>
      )}
      {plays && isMuted && (
        <button
          type="button"
          className={styles.unmute}
          onClick={() => {
            if (place.current) place.current.muted = false
            setMuted(false)
          }}
        >
          {t('点击打开声音')}
        </button>
      )}
    </div>
  )
}
