// The help of the present page, beside it: the page stays in use while the chapter is read.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import { worded } from '../../kernel/text/words.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { useMenus } from '../../shared/session/session.ts'
import { fixedPages } from '../admin/fixedPages.ts'
import { pageRoutes } from '../routes/menu.ts'
import { chapterOfPage, headOf, keepChapters, NEWS, pageAt } from './chapters.ts'
import { ChapterView } from './ChapterView.tsx'
import News from './News.tsx'
import { useFreshNews } from './news-seen.ts'
import { Contents, HelpSearch } from './HelpSearch.tsx'
import { Contact, OwnEntry, OwnText } from './OwnHelp.tsx'
import { OWN } from './site-help.ts'
import buttonMark from './help-button.module.css'
import styles from './help.module.css'

export default function HelpDrawer({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  const menus = useMenus()
  const page = useMemo(() => pageAt(pathname, search, [...pageRoutes(menus), ...fixedPages]), [menus, pathname, search])
  // what was picked holds until another page is opened
  const [picked, setPicked] = useState<{ page: string; id: string | undefined }>()
  const shown = picked?.page === page ? picked.id : chapterOfPage(page)
  const head = shown === undefined ? undefined : headOf(shown)
  const isNews = shown === NEWS
  const isOwn = shown === OWN
  const named = isOwn ? t('本站说明') : isNews ? t('新功能') : undefined
  const fresh = useFreshNews()

  const title = useRef<HTMLHeadingElement>(null)
  const pick = (id: string | undefined) => {
    setPicked({ page, id })
    // the link that was clicked is gone with its list
    title.current?.focus()
  }
  useEffect(() => {
    const before = document.activeElement
    title.current?.focus()
    keepChapters()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const closed = useEffectEvent(onClose)
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    const node = drawer.current
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closed()
    node?.addEventListener('keydown', onKey)
    return () => node?.removeEventListener('keydown', onKey)
  }, [])

  return createPortal(
    <aside ref={drawer} className={styles.drawer} aria-label={t('帮助')}>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {named ?? (head ? worded(head.title) : t('帮助'))}
        </h2>
        <button type="button" className={buttonStyles.iconBtn} aria-label={t('关闭帮助')} title={t('关闭帮助')} onClick={onClose}>
          ×
        </button>
      </header>
      {/* each chapter begins at its top */}
      <div key={shown ?? ''} className={styles.drawerBody}>
        <HelpSearch onPick={pick}>
          {isOwn && <OwnText />}
          {shown !== undefined && !isOwn && <OwnEntry onPick={pick} />}
          {isNews && <News />}
          {shown === undefined && <Contents shown={undefined} onPick={pick} />}
          {head !== undefined && <ChapterView key={head.id} id={head.id} onPick={pick} />}
        </HelpSearch>
        <Contact />
      </div>
      <footer>
        <button type="button" className={buttonStyles.btn} onClick={() => pick(undefined)} disabled={shown === undefined}>
          {t('全部目录')}
        </button>
        <button type="button" className={classes(buttonStyles.btn, fresh && buttonMark.fresh)} onClick={() => pick(NEWS)} disabled={isNews}>
          {t('新功能')}
        </button>
        <a className={buttonStyles.btn} href={`/help/${shown ?? ''}`} target="_blank" rel="noreferrer">
          {t('整页打开')}
        </a>
      </footer>
    </aside>,
    document.body,
  )
}
