// A mark of one to five stars: read, and chosen.
import { STARS } from '@shuyuan/contract/course/rate/rate.ts'
import { t } from '../../../kernel/i18n.ts'
import styles from './rate.module.css'

const PERCENT = 100
const row = '★'.repeat(STARS.length)

/** `value` may lie between two stars: the last one is filled in part, and the words say it exactly. */
export const Stars = ({ value }: { value: number }) => (
  <span className={styles.stars} role="img" aria-label={t('{{n}} 星', { n: value })}>
    <span aria-hidden="true">{row}</span>
    <span aria-hidden="true" className={styles.starsOn} style={{ inlineSize: `${(value * PERCENT) / STARS.length}%` }}>
      {row}
    </span>
  </span>
)

type StarsInputProps = { name: string; value: number; problem: string | undefined; onChange: (value: number) => void }

/** Five radio buttons; `value` 0: none is chosen. */
export function StarsInput({ name, value, problem, onChange }: StarsInputProps) {
  return (
    <div
      role="radiogroup"
      aria-label={t('星级')}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${name}-problem`}
      tabIndex={-1}
      className={styles.choose}
    >
      {STARS.map((one) => (
        <label key={one} data-on={one <= value || undefined}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} aria-label={t('{{n}} 星', { n: one })} />
          <span aria-hidden="true">{one <= value ? '★' : '☆'}</span>
        </label>
      ))}
      {problem !== undefined && (
        <p id={`${name}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
