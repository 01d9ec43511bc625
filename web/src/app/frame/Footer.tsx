// Footer of the visitors' and the learners' pages.
import { lazy, Suspense } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useSite } from '../../shared/session/session.ts'
import styles from './footer.module.css'

const Copyright = lazy(() => import('./Copyright.tsx'))

export function Footer() {
  const { copyRight: html = '', mpCode = '' } = useSite() ?? {}
  return (
    <footer className={styles.footer}>
      {mpCode !== '' && <img className={styles.footerCode} src={mpCode} alt={t('公众号二维码')} width={96} height={96} />}
      {html !== '' && (
        <Suspense>
          <Copyright html={html} />
        </Suspense>
      )}
    </footer>
  )
}
