// Layout of the pages that need no sign-in: logo or site name above, copyright below.
import type { ReactNode } from 'react'
import { t } from '../../kernel/i18n.ts'
import { Brand } from '../Brand.tsx'
import { Footer } from '../Footer.tsx'
import { DarkButton, LanguageButton } from '../ThemeButtons.tsx'
import { useTitle } from '../Root.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import styles from './visitor.module.css'

export function VisitorLayout({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={styles.visitor}>
      <header className={styles.visitorHead}>
        <Brand side="front" />
        <nav className={textStyles.row} aria-label={t('显示设置')}>
          <LanguageButton />
          <DarkButton />
        </nav>
      </header>
      <main className={styles.visitorMain}>{children}</main>
      <Footer />
    </div>
  )
}
