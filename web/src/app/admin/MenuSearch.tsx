// Search of granted menus by title and path (learner.md §9: threshold 0.4, title 0.7, path 0.3), usable by keyboard.
import { Modal } from 'antd'
import Fuse from 'fuse.js'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import type { PageRoute } from '../menu.ts'
import textStyles from '../../kernel/plain/text.module.css'
import styles from './admin.module.css'

const MOST = 10

type MenuSearchProps = { routes: PageRoute[]; onClose: () => void }

export default function MenuSearch({ routes, onClose }: MenuSearchProps) {
  const [word, setWord] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const places = useMemo(
    () =>
      routes
        .filter((route) => !route.hidden && !route.path.includes(':'))
        .map(({ path, crumbs }) => ({ path, title: crumbs.map((crumb) => tLabel(crumb.title)).join(' / ') })),
    [routes],
  )
  const fuse = useMemo(
    () =>
      new Fuse(places, {
        threshold: 0.4,
        ignoreLocation: true,
        keys: [
          { name: 'title', weight: 0.7 },
          { name: 'path', weight: 0.3 },
        ],
      }),
    [places],
  )
  const found = word.trim() === '' ? places.slice(0, MOST) : fuse.search(word.trim(), { limit: MOST }).map(({ item }) => item)
  const open = (path: string) => {
    onClose()
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((before) => (found.length === 0 ? 0 : (before + step + found.length) % found.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const chosen = found[at]
      if (chosen) open(chosen.path)
    }
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      className={styles.menuSearch}
      title={<span className={textStyles.visuallyHidden}>{t('搜索菜单')}</span>}
      destroyOnHidden
    >
      <input
        className={styles.menuSearchInput}
        autoFocus
        type="search"
        aria-label={t('搜索菜单')}
        placeholder={t('搜索菜单')}
        value={word}
        onChange={(event) => {
          setWord(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <output className={textStyles.visuallyHidden}>{found[at]?.title}</output>
      <ul className={styles.menuSearchList} aria-label={t('搜索结果')}>
        {found.map(({ path, title }, index) => (
          <li key={path}>
            <button type="button" tabIndex={-1} data-active={index === at} onMouseMove={() => setAt(index)} onClick={() => open(path)}>
              <span>{title}</span>
              <span className={styles.menuSearchPath}>{path}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <output className={styles.menuSearchNone}>{t('暂无相关数据！')}</output>}
    </Modal>
  )
}
