// The learner's menu on phones: a bar at the bottom; what has no room in it is in a sheet above.
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { type Entry, type Group, tabBar } from '../routes/learnerRoutes.ts'
import { NavIcon } from '../frame/NavIcon.tsx'
import styles from './bottom-nav.module.css'

function Tab({ entry, highlight }: { entry: Entry; highlight: string }) {
  return (
    <Link to={entry.path} aria-current={entry.path === highlight ? 'page' : undefined}>
      <NavIcon of={entry.icon} />
      {t(entry.title)}
    </Link>
  )
}

function More({ entries, highlight }: { entries: Entry[]; highlight: string }) {
  const sheet = useRef<HTMLDetailsElement>(null)
  const button = useRef<HTMLElement>(null)
  const close = () => {
    if (sheet.current) sheet.current.open = false
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the events of its links
    <details
      ref={sheet}
      className={styles.more}
      data-current={entries.some((entry) => entry.path === highlight)}
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget !== null && !currentTarget.contains(relatedTarget) && close()}
      onClick={({ target }) => target instanceof Element && target.closest('a') !== null && close()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        close()
        button.current?.focus()
      }}
    >
      <summary ref={button}>
        <NavIcon of="more" />
        {t('更多')}
      </summary>
      <div className={styles.sheet}>
        {entries.map((entry) => (
          <Tab key={entry.path} entry={entry} highlight={highlight} />
        ))}
      </div>
    </details>
  )
}

/** @param highlight path of the entry of the present page */
export function BottomNav({ entries, highlight }: { entries: (Entry | Group)[]; highlight: string }) {
  const { tabs, more } = tabBar(entries)
  return (
    <nav className={styles.bottomNav} aria-label={t('主菜单')}>
      {tabs.map((entry) => (
        <Tab key={entry.path} entry={entry} highlight={highlight} />
      ))}
      {more.length > 0 && <More entries={more} highlight={highlight} />}
    </nav>
  )
}
