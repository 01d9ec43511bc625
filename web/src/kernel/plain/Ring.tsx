// A share of a whole as a ring with its number.
import styles from './ring.module.css'

type RingProps = {
  /** 0 to 100 */
  percent: number
  /** what it is a share of */
  label: string
  /** diameter in pixels */
  size?: number
}

const RADIUS = 44
const ROUND = 2 * Math.PI * RADIUS

export function Ring({ percent, label, size = 52 }: RingProps) {
  return (
    <span
      className={styles.ring}
      style={{ width: size, height: size }}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r={RADIUS} />
        {percent > 0 && (
          <circle className={styles.ringDone} cx="50" cy="50" r={RADIUS} strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`} />
        )}
      </svg>
      <span>{percent}%</span>
    </span>
  )
}
