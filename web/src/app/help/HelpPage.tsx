// The handbooks as pages of their own, also for visitors: /help, /help/<handbook>/<chapter>.
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { worded } from '../../kernel/text/words.ts'
import { Brand } from '../frame/Brand.tsx'
import { Footer } from '../frame/Footer.tsx'
import { skipLink } from '../frame/PageFrame.tsx'
import { useTitle } from '../frame/Root.tsx'
import { DarkButton, LanguageButton } from '../frame/ThemeButtons.tsx'
import { bookTitles, books, chapterOfPage, chapters, type ChapterHead, headOf, keepChapters, NEWS, pageAt } from './chapters.ts'
import { ChapterView } from './ChapterView.tsx'
import News from './News.tsx'
import { ChapterLink } from './ChapterLink.tsx'
import { Contents, HelpSearch } from './HelpSearch.tsx'
import { Contact, OwnHead, OwnText } from './OwnHelp.tsx'
import { OWN, useSiteHelp } from './site-help.ts'
import styles from './help.module.css'

/** The chapters before and after, in the same handbook. */
function Neighbours({ of, onPick }: { of: ChapterHead; onPick: (id: string) => void }) {
  const book = chapters.filter(({ audience }) => audience === of.audience)
  const at = book.findIndex(({ id }) => id === of.id)
  const [before, after] = [book[at - 1], book[at + 1]]
  return (
    <nav className={styles.neighbours} aria-label={t('前后章节')} lang="zh-CN">
      {before && (
        <ChapterLink id={before.id} onPick={onPick}>
          ← {worded(before.title)}
        </ChapterLink>
      )}
      {after && (
        <ChapterLink id={after.id} onPick={onPick}>
          {worded(after.title)} →
        </ChapterLink>
      )}
    </nav>
  )
}

function Start({ onPick }: { onPick: (id: string) => void }) {
  return (
    <div className={styles.books}>
      {books.map(({ audience, title, chapters }) => (
        <section key={audience} aria-label={t(title)}>
          <h2>{t(title)}</h2>
          <ol lang="zh-CN">
            {chapters.map(({ id, title }) => (
              <li key={id}>
                <ChapterLink id={id} onPick={onPick}>
                  {worded(title)}
                </ChapterLink>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

export default function HelpPage() {
  const { '*': id = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const head = headOf(id)
  const ownText = useSiteHelp()?.extra
  const apart = id === NEWS || id === OWN
  const title = id === NEWS ? t('新功能') : id === OWN ? t('本站说明') : head ? worded(head.title) : t('帮助')
  useTitle(title)
  useEffect(keepChapters, [])
  const pick = (next: string) => {
    void navigate(`/help/${next}`)
    window.scrollTo({ top: 0 })
  }
  const from = new URLSearchParams(search).get('from')
  const wanted = id === '' && from !== null ? chapterOfPage(pageAt(from, '', [])) : undefined
  if (wanted !== undefined) return <Navigate to={`/help/${wanted}`} replace />
  if ((id !== '' && head === undefined && !apart) || (id === OWN && ownText === '')) return <Navigate to="/help" replace />
  return (
    <div className={styles.site}>
      {skipLink(t('跳到正文'))}
      <header className={styles.siteHead}>
        <Link className={styles.siteHome} to="/">
          <Brand side="front" />
        </Link>
        <nav aria-label={t('显示设置')}>
          <Link to="/help">{t('帮助')}</Link>
          <Link to="/help/news">{t('新功能')}</Link>
          <LanguageButton />
          <DarkButton />
        </nav>
      </header>
      <main id="main" className={styles.siteMain} tabIndex={-1}>
        <HelpSearch onPick={pick}>
          {apart && (
            <div className={styles.reading}>
              <Contents shown={id} onPick={pick} />
              <article>
                <h1>{title}</h1>
                {id === NEWS ? <News /> : <OwnText />}
                <Contact />
              </article>
            </div>
          )}
          {head === undefined && !apart && (
            <>
              <h1>{t('帮助')}</h1>
              <OwnHead />
              <Start onPick={pick} />
              <Contact />
            </>
          )}
          {head !== undefined && (
            <div className={styles.reading}>
              <Contents key={head.audience} shown={id} onPick={pick} />
              <article>
                <p className={styles.note}>{t(bookTitles[head.audience])}</p>
                <h1 lang="zh-CN">{title}</h1>
                <ChapterView key={id} id={id} onPick={pick} />
                <Contact />
                <Neighbours of={head} onPick={pick} />
              </article>
            </div>
          )}
        </HelpSearch>
      </main>
      <Footer />
    </div>
  )
}
