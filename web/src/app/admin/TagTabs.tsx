// The bar of open pages, with its context menu: 刷新, 关闭, 关闭其他, 关闭所有.
import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { isLeaving } from '../../shared/page/page-subject.ts'
import { closeAll, closeOthers, closeTab, type Tab, useTabs, visit } from './tabs.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './admin.module.css'

type TagTabsProps = {
  /** the tab of the present page; undefined where it has none */
  present: Tab | undefined
  affixed: Tab
  onRefresh: () => void
}

/** Closes the tab of a page that was left for good, such as a form that was saved. */
function useClosedWhenLeft(pathname: string, left: boolean) {
  const before = useRef(pathname)
  useEffect(() => {
    if (left && before.current !== pathname) closeTab(before.current, pathname)
    before.current = pathname
  }, [pathname, left])
}

export function TagTabs({ present, affixed, onRefresh }: TagTabsProps) {
  const tabs = useTabs()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const strip = useRef<HTMLDivElement>(null)
  const { path, url, title } = present ?? affixed
  const known = present !== undefined
  useEffect(() => {
    if (known) visit({ path, url, title }, affixed)
  }, [known, path, url, title, affixed])
  useClosedWhenLeft(pathname, isLeaving(state))
  const shown = tabs.findIndex((tab) => tab.path === pathname)
  const named = tabs[shown]?.title
  // a tab grows when the name of its thing is known
  useEffect(() => {
    if (named !== undefined) strip.current?.children[shown]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, named])

  const goTo = (to: string) => {
    if (to !== pathname) void navigate(to)
  }
  const menuFor = (tab: Tab): MenuProps => ({
    items: [
      { key: 'refresh', label: t('刷新') },
      { key: 'close', label: t('关闭'), disabled: tab.path === affixed.path },
      { key: 'others', label: t('关闭其他'), disabled: tabs.every((one) => one.path === tab.path || one.path === affixed.path) },
      { key: 'all', label: t('关闭所有'), disabled: tabs.length < 2 },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      if (key === 'close') goTo(closeTab(tab.path, pathname))
      else if (key === 'others') goTo(closeOthers(tab.path))
      else if (key === 'all') goTo(closeAll())
      else {
        goTo(tab.path === pathname ? pathname : tab.url)
        onRefresh()
      }
    },
  })
  const here = tabs.find((tab) => tab.path === pathname) ?? affixed
  return (
    <nav className={styles.tags} aria-label={t('已打开的页面')}>
      <div className={styles.tagsStrip} ref={strip}>
        {tabs.map((tab) => (
          <Dropdown key={tab.path} menu={menuFor(tab)} trigger={['contextMenu']}>
            <span className={styles.tag} data-current={tab.path === pathname}>
              <Link
                to={tab.url}
                aria-current={tab.path === pathname ? 'page' : undefined}
                title={tLabel(tab.title)}
                onAuxClick={(event) => {
                  if (event.button !== 1 || tab.path === affixed.path) return
                  event.preventDefault()
                  goTo(closeTab(tab.path, pathname))
                }}
              >
                {tLabel(tab.title)}
              </Link>
              {tab.path !== affixed.path && (
                <button
                  type="button"
                  aria-label={t('关闭{{title}}', { title: tLabel(tab.title) })}
                  onClick={() => goTo(closeTab(tab.path, pathname))}
                >
                  <CloseOutlined />
                </button>
              )}
            </span>
          </Dropdown>
        ))}
      </div>
      <Dropdown menu={menuFor(here)} trigger={['click']}>
        <button type="button" className={buttonStyles.iconBtn} aria-label={t('页签操作')}>
          <DownOutlined />
        </button>
      </Dropdown>
    </nav>
  )
}
