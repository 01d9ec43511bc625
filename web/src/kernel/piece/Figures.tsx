// Figures in cards: a label, the number, what it is compared with, and the list that it counts.
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './figures.module.css'

export type Figure = {
  label: string
  value: ReactNode
  /** beside the number: what it is compared with */
  hint?: ReactNode
  /** the page with what was counted */
  to?: string | undefined
}

/** Above this number the cards stand in rows of four, so that no row has one card alone. */
const IN_ONE_ROW = 6
const IN_A_ROW = 4

type FiguresProps = {
  items: readonly Figure[]
  /** names the group for a screen reader */
  label?: string
  /** the numbers change while the page is open; a change is read aloud */
  live?: boolean
}

export function Figures({ items, label, live = false }: FiguresProps) {
  const perRow = items.length > IN_ONE_ROW ? IN_A_ROW : items.length
  return (
    <div
      className={styles.figuresPlace}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
      {...(live ? { 'aria-live': 'polite' } : {})}
    >
      <dl className={styles.figures} data-figures style={{ '--figures': perRow } as CSSProperties}>
        {items.map((one) => (
          <div key={one.label}>
            <dt>{one.label}</dt>
            <dd>
              {one.to === undefined ? one.value : <Link to={one.to}>{one.value}</Link>}
              {one.hint !== undefined && <small>{one.hint}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
