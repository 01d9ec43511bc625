// 帮助 in the head of a page: the button, F1 and Ctrl+/. The chapters are loaded with the drawer, when it is opened.
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import styles from '../../kernel/plain/button.module.css'
import { pageHelp } from '../../shared/page/page-help.ts'

const HelpDrawer = lazy(() => import('./HelpDrawer.tsx'))

const isHelpKey = (event: KeyboardEvent) => event.key === 'F1' || ((event.ctrlKey || event.metaKey) && event.key === '/')

function useHelpKey(open: () => void) {
  const opened = useEffectEvent(open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isHelpKey(event)) return
      event.preventDefault()
      // beside the browser's own dialog nothing else can be used
      if (document.querySelector('dialog:modal') !== null) window.open('/help', '_blank', 'noreferrer')
      else opened()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const mark = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.3a2.6 2.6 0 1 1 3.7 2.5c-.8.4-1.2.9-1.2 1.8m0 2.8v.1" />
  </svg>
)

type HelpButtonProps = { label?: string; mark?: string | undefined }

/** For signed-in users: opens the chapter of the present page beside it. `label` and `mark` (a class) tell that something waits there. */
export function HelpButton({ label = t('帮助'), mark: waiting }: HelpButtonProps) {
  const [open, setOpen] = useState(false)
  useHelpKey(() => setOpen(true))
  useEffect(() => {
    pageHelp.set(() => setOpen(true))
    return () => pageHelp.set(undefined)
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes(styles.iconBtn, waiting)}
        aria-label={label}
        aria-expanded={open}
        aria-keyshortcuts="F1 Control+/"
        title={t('帮助（F1）')}
        onClick={() => setOpen(!open)}
      >
        {mark}
      </button>
      {open && (
        <Suspense>
          <HelpDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** For visitors: the chapter as a page. */
export function HelpLink() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const to = `/help?from=${encodeURIComponent(pathname)}`
  useHelpKey(() => void navigate(to))
  return (
    <Link className={styles.iconBtn} to={to} aria-label={t('帮助')} title={t('帮助（F1）')}>
      {mark}
    </Link>
  )
}
