// The learner's icons, as inline SVG: the first page loads no icon library.
import type { Entry } from '../routes/learnerRoutes.ts'
import styles from './nav-icon.module.css'

type Icon = Entry['icon'] | 'more'

const shapes: Record<Icon, string> = {
  learn: 'M3 5.5c3.3-.4 6.5.3 9 2 2.5-1.7 5.7-2.4 9-2v13c-3.3-.4-6.5.3-9 2-2.5-1.7-5.7-2.4-9-2v-13Zm9 2v13',
  repo: 'M5 4h10a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3V4Zm0 13a3 3 0 0 1 3-3h11M9 8h6',
  battle: 'M13 3 5 13h6l-1 8 9-11h-6l1-7Z',
  activity: 'M8 4h8v5a4 4 0 0 1-8 0V4Zm0 1H4c0 4 1.5 5 4 5m8-5h4c0 4-1.5 5-4 5m-4 3v4m-4 3h8',
  exam: 'M6 3h9l4 4v14H6V3Zm3 8h7m-7 4h7M9 7h3',
  result: 'M4 20V10m5.3 10V4m5.4 16v-7M20 20V8',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8a6 6 0 0 1 12 0m1-8.5a3 3 0 1 0-1-5.8m2.5 8.8a5 5 0 0 1 3.5 5',
  notice: 'M4 10v4h3l7 4V6l-7 4H4Zm13.5-1a4 4 0 0 1 0 6',
  more: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
}

export function NavIcon({ of }: { of: Icon }) {
  return (
    <svg className={styles.navIcon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[of]} />
    </svg>
  )
}
