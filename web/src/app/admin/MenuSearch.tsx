// Ctrl K: pages, actions, settings and switches by title in both languages, by pinyin initials and path (learner.md §9: threshold 0.4,
// title 0.7, path 0.3), and objects by name; usable by keyboard.
import { foundKinds, statFind } from '@shuyuan/contract/stat/find.ts'
import { Modal } from 'antd'
import Fuse from 'fuse.js'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { englishOf, t, tLabel } from '../../kernel/i18n.ts'
import { useSite } from '../../shared/session/session.ts'
import type { PageRoute } from '../routes/menu.ts'
import { addressOf } from './found.ts'
import { findPlaces, fuseOptions, type Place, placesOf } from './places.ts'
import textStyles from '../../kernel/plain/text.module.css'
import styles from './admin.module.css'

const MAX_FOUND = 10
/** Pause after which a word counts as typed, in milliseconds. */
const PAUSE_MS = 200

type Entry = Pick<Place, 'path' | 'title' | 'hint' | 'group'>
type MenuSearchProps = { routes: PageRoute[]; onClose: () => void }

/** The English of Chinese texts; it is loaded when a word in Latin letters is typed. */
function useEnglish(word: string): (text: string) => string {
  const [of, setOf] = useState<(text: string) => string>(() => () => '')
  const isWanted = /[a-z]{2}/i.test(word)
  useEffect(() => {
    if (!isWanted) return
    let isOpen = true
    void englishOf().then((found) => isOpen && setOf(() => found))
    return () => {
      isOpen = false
    }
  }, [isWanted])
  return of
}

function usePlaces(routes: PageRoute[], word: string): Entry[] {
  const site = useSite()
  const english = useEnglish(word)
  const places = useMemo(() => placesOf(routes, site), [routes, site])
  const fuse = useMemo(() => new Fuse(places, fuseOptions), [places])
  return (word === '' ? places : findPlaces(places, fuse, word, english)).slice(0, MAX_FOUND)
}

function useObjects(routes: PageRoute[], word: string): Entry[] {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTyped(word), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [word])
  const { data = [] } = useCall(statFind.all, { word: typed }, { enabled: typed !== '', quiet: true })
  if (word === '' || typed === '') return []
  return data.flatMap(({ kind, records }) =>
    records.flatMap(({ title, hint, ...one }) => {
      const path = addressOf(routes, kind, one)
      return path === undefined ? [] : [{ path, title, hint, group: tLabel(foundKinds[kind]) }]
    }),
  )
}

export default function MenuSearch({ routes, onClose }: MenuSearchProps) {
  const [typing, setTyping] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const word = typing.trim()
  const places = usePlaces(routes, word)
  const found = [...places, ...useObjects(routes, word)]
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
      title={<span className={textStyles.visuallyHidden}>{t('搜索')}</span>}
      destroyOnHidden
    >
      <input
        className={styles.menuSearchInput}
        autoFocus
        type="search"
        aria-label={t('搜索')}
        placeholder={t('搜索页面、考试、用户、课程、试题…')}
        value={typing}
        onChange={(event) => {
          setTyping(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <output className={textStyles.visuallyHidden}>{found[at] && `${found[at].group} ${found[at].title}`}</output>
      <ul className={styles.menuSearchList} aria-label={t('搜索结果')}>
        {found.map(({ path, title, hint, group }, index) => (
          <li key={`${group} ${path}`}>
            {found[index - 1]?.group !== group && <p className={styles.menuSearchGroup}>{group}</p>}
            <button
              type="button"
              tabIndex={-1}
              ref={(button) => void (index === at && button?.scrollIntoView({ block: 'nearest' }))}
              data-active={index === at}
              onMouseMove={() => setAt(index)}
              onClick={() => open(path)}
            >
              <span className={styles.menuSearchTitle}>{title}</span>
              <span className={styles.menuSearchPath}>{hint}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <output className={styles.menuSearchNone}>{t('暂无相关数据！')}</output>}
    </Modal>
  )
}
