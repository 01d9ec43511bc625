// Layout of the pages that need no sign-in: logo or site name above, copyright below.
import type { ReactNode } from 'react'
import { t } from '../../kernel/i18n.ts'
import { Brand } from '../frame/Brand.tsx'
import { Footer } from '../frame/Footer.tsx'
import { DarkButton, LanguageButton } from '../frame/ThemeButtons.tsx'
import { HelpLink } from '../help/HelpButton.tsx'
import { useTitle } from '../frame/Root.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import styles from './visitor.module.css'

type VisitorLayoutProps = {
  title: string
  /** beside the page on wide screens */
  side?: ReactNode
  children: ReactNode
}

export function VisitorLayout({ title, side, children }: VisitorLayoutProps) {
  useTitle(title)
  return (
    <div className={styles.visitor}>
      <header className={styles.visitorHead}>
        <Brand side="front" />
        <nav className={textStyles.row} aria-label={t('显示设置')}>
          <HelpLink />
          <LanguageButton />
          <DarkButton />
        </nav>
      </header>
      <main className={styles.visitorMain} data-sided={side !== undefined}>
        {side}
        {children}
      </main>
      <Footer />
    </div>
  )
}
