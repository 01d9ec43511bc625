// The site's own text in the help, and the line that says whom to ask.
import { lazy, Suspense } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageLoading } from '../../kernel/piece/PageState.tsx'
import { ChapterLink } from './ChapterLink.tsx'
import { OWN, useSiteHelp, useSiteName } from './site-help.ts'
import styles from './help.module.css'

const HtmlView = lazy(async () => ({ default: (await import('../../kernel/html/HtmlView.tsx')).HtmlView }))

/** The site's own text; nothing where it has none. */
export function OwnText() {
  const extra = useSiteHelp()?.extra ?? ''
  const named = useSiteName()
  if (extra === '') return null
  return (
    <Suspense fallback={<PageLoading shape="form" rows={2} />}>
      <HtmlView html={named(extra)} />
    </Suspense>
  )
}

/** The site's own text above all others. */
export function OwnHead() {
  if ((useSiteHelp()?.extra ?? '') === '') return null
  return (
    <section className={styles.own} aria-label={t('本站说明')}>
      <h2>{t('本站说明')}</h2>
      <OwnText />
    </section>
  )
}

type OwnEntryProps = { onPick: (id: string) => void; current?: boolean }

/** The way to the site's own text; nothing where it has none. */
export function OwnEntry({ onPick, current = false }: OwnEntryProps) {
  if ((useSiteHelp()?.extra ?? '') === '') return null
  return (
    <p className={styles.ownEntry}>
      <ChapterLink id={OWN} onPick={onPick} current={current}>
        {t('本站说明')}
      </ChapterLink>
    </p>
  )
}

/** Whom to ask; nothing where the site does not say it. */
export function Contact() {
  const contact = useSiteHelp()?.contact ?? ''
  if (contact === '') return null
  return <p className={styles.contact}>{t('仍有问题？联系{{contact}}', { contact })}</p>
}
