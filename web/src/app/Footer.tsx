// The foot of the visitor's and the learner's pages.
import { lazy, Suspense } from 'react'
import { t } from '../kernel/i18n.ts'
import { useSite } from '../shared/session.ts'

const Copyright = lazy(() => import('./Copyright.tsx'))

export function Footer() {
  const { copyRight: html = '', mpCode = '' } = useSite() ?? {}
  return (
    <footer className="footer">
      {mpCode !== '' && <img className="footer-code" src={mpCode} alt={t('公众号二维码')} width={96} height={96} />}
      {html !== '' && (
        <Suspense>
          <Copyright html={html} />
        </Suspense>
      )}
    </footer>
  )
}
