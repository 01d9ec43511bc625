// The granted menus, as a side menu or in the drawer of a phone.
import { Menu, type MenuProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { Brand } from '../frame/Brand.tsx'
import type { SideEntry } from '../routes/menu.ts'
import { MenuIcon } from '../../domains/people/role-menu/MenuIcon.tsx'
import styles from './admin.module.css'

type Item = NonNullable<MenuProps['items']>[number]

const itemOf =
  (depth: number) =>
  (entry: SideEntry): Item => {
    const icon = depth === 0 || entry.icon !== '' ? { icon: <MenuIcon name={entry.icon} /> } : {}
    if (entry.children.length > 0)
      return { key: entry.key, label: tLabel(entry.title), ...icon, children: entry.children.map(itemOf(depth + 1)) }
    const label = entry.external ? (
      <a href={entry.key} target="_blank" rel="noreferrer">
        {tLabel(entry.title)}
      </a>
    ) : (
      <Link to={entry.key}>{tLabel(entry.title)}</Link>
    )
    return { key: entry.key, label, title: tLabel(entry.title), ...icon }
  }

const holds = (entry: SideEntry, key: string): boolean => entry.key === key || entry.children.some((child) => holds(child, key))
const groupsAround = (entries: SideEntry[], key: string): string[] =>
  entries
    .filter((entry) => entry.children.length > 0 && holds(entry, key))
    .flatMap((entry) => [entry.key, ...groupsAround(entry.children, key)])

type SidebarProps = { entries: SideEntry[]; highlight: string; collapsed: boolean; showLogo: boolean; onPick?: () => void }

export function Sidebar({ entries, highlight, collapsed, showLogo, onPick }: SidebarProps) {
  const [open, setOpen] = useState<string[]>([])
  const [seen, setSeen] = useState('')
  if (seen !== highlight) {
    // the group of the present page opens automatically and can be closed again
    setSeen(highlight)
    setOpen([...new Set([...open, ...groupsAround(entries, highlight)])])
  }
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = place.current?.querySelector('.ant-menu-item-selected')
    if (highlight !== '') shown?.scrollIntoView({ block: 'nearest' })
  }, [highlight])
  return (
    <nav className={styles.sideNav} aria-label={t('主菜单')} ref={place}>
      {showLogo && (
        <div className={styles.sideBrand}>
          <Brand side="back" compact={collapsed} />
        </div>
      )}
      <Menu
        mode="inline"
        inlineIndent={18}
        inlineCollapsed={collapsed}
        items={entries.map(itemOf(0))}
        selectedKeys={[highlight]}
        {...(collapsed ? {} : { openKeys: open, onOpenChange: setOpen })}
        onClick={() => onPick?.()}
      />
    </nav>
  )
}
