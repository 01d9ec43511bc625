// How loud a microphone hears, as a bar.
import { useEffect, useRef } from 'react'
import { t } from '../../../kernel/i18n.ts'
import styles from './device.module.css'

/** Speech fills most of the bar. */
const GAIN = 4
/** Samples have 8 bits; silence is in their middle. */
const SILENCE = 128

/** The loudness of samples, 0 to 1. */
export const levelOf = (samples: Uint8Array): number =>
  Math.min(1, GAIN * Math.sqrt(samples.reduce((sum, one) => sum + ((one - SILENCE) / SILENCE) ** 2, 0) / samples.length))

/** Follows the sound of `stream` as long as it is shown. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const audio = new AudioContext()
    const heard = audio.createAnalyser()
    audio.createMediaStreamSource(stream).connect(heard)
    const samples = new Uint8Array(heard.fftSize)
    let frame = requestAnimationFrame(function follow() {
      heard.getByteTimeDomainData(samples)
      if (meter.current) meter.current.value = levelOf(samples)
      frame = requestAnimationFrame(follow)
    })
    return () => {
      cancelAnimationFrame(frame)
      void audio.close()
    }
  }, [stream])
  return <meter ref={meter} className={styles.deviceLevel} aria-label={t('麦克风音量')} />
}
