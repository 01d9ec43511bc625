// The foot of the visitor's and the learner's pages.
import { lazy, Suspense } from 'react'
import { useSite } from '../kernel/session.ts'

const Copyright = lazy(() => import('./Copyright.tsx'))

export function Footer() {
  const html = useSite()?.copyRight ?? ''
  return (
    <footer className="footer">
      {html !== '' && (
        <Suspense>
          <Copyright html={html} />
        </Suspense>
      )}
    </footer>
  )
}
