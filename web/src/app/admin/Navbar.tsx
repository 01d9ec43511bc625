// The bar above each back-office page: breadcrumb, tools, account.
import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { signOut, useMe } from '../../shared/session/session.ts'
import { DarkButton } from '../frame/ThemeButtons.tsx'
import { OfficeHelp } from '../help/OfficeHelp.tsx'
import type { Crumb, PageRoute } from '../routes/menu.ts'
import { InboxButton } from './InboxButton.tsx'
import { FullscreenButton, LanguageMenu, SizeButton, ThemeButton } from './ThemeTools.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import textStyles from '../../kernel/plain/text.module.css'
import avatarStyles from '../../kernel/plain/avatar.module.css'
import { initialsOf } from '../../shared/people/initials.ts'
import styles from './admin.module.css'

const MenuSearch = lazy(() => import('./MenuSearch.tsx'))

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label={t('面包屑')}>
      <ol>
        {crumbs.map(({ title, path }, at) => (
          <li key={`${at} ${title}`} aria-current={at === crumbs.length - 1 ? 'page' : undefined}>
            {path !== undefined && at < crumbs.length - 1 ? <Link to={path}>{tLabel(title)}</Link> : tLabel(title)}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function SearchButton({ routes }: { routes: PageRoute[] }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className={styles.searchBtn} onClick={() => setOpen(true)} aria-keyshortcuts="Control+K">
        <SearchOutlined />
        <span>{t('搜索')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open && (
        <Suspense>
          <MenuSearch routes={routes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function MeMenu() {
  const me = useMe()
  const navigate = useNavigate()
  const items: MenuProps['items'] = [
    { key: '/profile/index', label: t('个人资料') },
    { key: '/web/index', label: t('学员首页') },
    { type: 'divider' },
    { key: 'leave', label: t('退出登录') },
  ]
  const pick = async (key: string) => {
    if (key !== 'leave') return navigate(key)
    return signOut(() => navigate('/login'))
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void pick(key) }}>
      <button type="button" className={styles.meBtn}>
        <span className={classes(avatarStyles.avatar, styles.meAvatar)} aria-hidden="true">
          {me.avatar === '' ? initialsOf(me.realName) : <img src={me.avatar} alt="" />}
        </span>
        <span className={styles.meName}>{me.realName}</span>
        <span className={textStyles.visuallyHidden}>{t('账号菜单')}</span>
      </button>
    </Dropdown>
  )
}

type NavbarProps = { crumbs: Crumb[]; routes: PageRoute[]; open: boolean; onToggle: () => void }

export function Navbar({ crumbs, routes, open, onToggle }: NavbarProps) {
  const text = open ? t('收起菜单') : t('展开菜单')
  return (
    <div className={styles.navbar}>
      <button type="button" className={buttonStyles.iconBtn} onClick={onToggle} aria-label={text} aria-expanded={open} title={text}>
        {open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </button>
      <Crumbs crumbs={crumbs} />
      <div className={classes(textStyles.row, styles.navbarTools)}>
        <SearchButton routes={routes} />
        <InboxButton />
        <OfficeHelp />
        <span className={styles.navbarTheme}>
          <FullscreenButton />
          <SizeButton />
          <ThemeButton />
          <LanguageMenu />
        </span>
        <DarkButton />
        <MeMenu />
      </div>
    </div>
  )
}
