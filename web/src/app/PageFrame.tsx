// The place inside a layout where the page stands: its skeleton, its error face, and the focus after moving.
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from './ErrorFace.tsx'
import { PageBones } from './Splash.tsx'
import styles from './page.module.css'

/** Counts up to draw the page anew, e.g. for the tab menu's 刷新. */
export function PageFrame({ children, epoch = 0 }: { children: ReactNode; epoch?: number }) {
  const { pathname } = useLocation()
  const place = useRef<HTMLElement>(null)
  const focused = useRef(pathname)
  useEffect(() => {
    // a page that focuses a field of its own keeps it
    if (focused.current !== pathname && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    focused.current = pathname
  }, [pathname])
  return (
    <main id="main" className={styles.page} ref={place} tabIndex={-1}>
      <ErrorBoundary key={`${pathname} ${epoch}`}>
        <Suspense fallback={<PageBones />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  )
}

/** The first stop of the tab key. */
export const skipLink = (text: string) => (
  <a className={styles.skipLink} href="#main">
    {text}
  </a>
)
