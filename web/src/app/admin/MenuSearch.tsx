// Finds a granted menu by title and path (learner.md §9: threshold 0.4, title 0.7, path 0.3); keyboard first.
import { Modal } from 'antd'
import Fuse from 'fuse.js'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import type { PageRoute } from '../menu.ts'

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
        .map(({ path, trail }) => ({ path, title: trail.map((crumb) => tLabel(crumb.title)).join(' / ') })),
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
      className="menu-search"
      title={<span className="visually-hidden">{t('搜索菜单')}</span>}
      destroyOnHidden
    >
      <input
        className="menu-search-input"
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
      <output className="visually-hidden">{found[at]?.title}</output>
      <ul className="menu-search-list" aria-label={t('搜索结果')}>
        {found.map(({ path, title }, index) => (
          <li key={path}>
            <button type="button" tabIndex={-1} data-active={index === at} onMouseMove={() => setAt(index)} onClick={() => open(path)}>
              <span>{title}</span>
              <span className="menu-search-path">{path}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <output className="menu-search-none">{t('暂无相关数据！')}</output>}
    </Modal>
  )
}
