// The controls of the player: the line of time above, the buttons below it.
import type { ReactNode } from 'react'
import styles from './player.module.css'
import './media-chrome.ts'

const BACK_SEC = 10

type ControlsProps = {
  isVideo: boolean
  speeds: readonly number[]
  /** of captions */
  languages: number
  /** the picture may leave the page */
  hasWindow: boolean
  next: ReactNode
}

/** A menu over the picture; a recording has no room for one, so its button goes through the speeds. */
const Speeds = ({ isVideo, rates }: { isVideo: boolean; rates: string }) =>
  isVideo ? <media-playback-rate-menu-button /> : <media-playback-rate-button rates={rates} />

export function Controls({ isVideo, speeds, languages, hasWindow, next }: ControlsProps) {
  const rates = speeds.join(' ')
  return (
    <>
      {isVideo && languages > 1 && <media-captions-menu hidden anchor="auto" />}
      {isVideo && speeds.length > 1 && <media-playback-rate-menu hidden anchor="auto" rates={rates} />}
      <media-control-bar className={styles.line}>
        <media-time-range />
      </media-control-bar>
      <media-control-bar className={styles.bar}>
        <media-play-button />
        <media-seek-backward-button seekoffset={BACK_SEC} />
        {next}
        <media-time-display showduration notoggle className={styles.time} />
        <span className={styles.gap} />
        <media-mute-button className={styles.roomy} />
        <media-volume-range className={styles.roomy} />
        {speeds.length > 1 && <Speeds isVideo={isVideo} rates={rates} />}
        {languages > 0 && (isVideo && languages > 1 ? <media-captions-menu-button /> : <media-captions-button />)}
        {isVideo && hasWindow && <media-pip-button className={styles.roomy} />}
        {isVideo && <media-fullscreen-button />}
      </media-control-bar>
    </>
  )
}
