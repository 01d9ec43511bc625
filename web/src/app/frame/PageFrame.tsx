// The page inside a layout: skeleton, error screen, and the focus after navigation.
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from './ErrorScreen.tsx'
import { PageBones } from './Splash.tsx'
import styles from './page.module.css'

/** `epoch`: a new number renders the page anew, e.g. for 刷新 of the tab menu. `heading`: for a page without a heading of its own. */
export function PageFrame({ children, epoch = 0, heading }: { children: ReactNode; epoch?: number; heading?: string | undefined }) {
  const { pathname } = useLocation()
  const place = useRef<HTMLElement>(null)
  const focused = useRef(pathname)
  useEffect(() => {
    // a page that focuses one of its own fields keeps that focus
    if (focused.current !== pathname && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    focused.current = pathname
  }, [pathname])
  return (
    <main id="main" className={styles.page} ref={place} tabIndex={-1}>
      {heading !== undefined && <h1>{heading}</h1>}
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
