// The search field over all chapters, and the contents of the handbooks below it while nothing is searched.
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { TextInput } from '../../kernel/plain/TextInput.tsx'
import { worded } from '../../kernel/text/words.ts'
import textStyles from '../../kernel/plain/text.module.css'
import { ChapterLink } from './ChapterLink.tsx'
import { bookTitles, books, chapters, headOf, loadWhole } from './chapters.ts'
import { OwnEntry } from './OwnHelp.tsx'
import { type Entry, find } from './search.ts'
import { OWN, useSiteHelp, useSiteName } from './site-help.ts'
import styles from './help.module.css'

/** The site's own text and all handbooks; the one with the shown chapter is open. */
export function Contents({ shown, onPick }: { shown: string | undefined; onPick: (id: string) => void }) {
  const open = shown === undefined ? undefined : headOf(shown)?.audience
  return (
    <nav className={styles.contents} aria-label={t('全部目录')}>
      <OwnEntry onPick={onPick} current={shown === OWN} />
      {books.map(({ audience, title, chapters }) => (
        <details key={audience} open={audience === open || undefined} name="handbook">
          <summary>{t(title)}</summary>
          <ol lang="zh-CN">
            {chapters.map((chapter) => (
              <li key={chapter.id}>
                <ChapterLink id={chapter.id} onPick={onPick} current={chapter.id === shown}>
                  {worded(chapter.title)}
                </ChapterLink>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </nav>
  )
}

type HelpSearchProps = { onPick: (id: string) => void; children: ReactNode }

/** `children` are shown while nothing is searched. */
export function HelpSearch({ onPick, children }: HelpSearchProps) {
  const fieldId = useId()
  const [query, setQuery] = useState('')
  const [entries, setEntries] = useState<Entry[]>()
  const load = () => {
    if (entries !== undefined) return
    loadWhole().then(
      (html) => setEntries(chapters.map(({ id, title }) => ({ id, title: worded(title), html: worded(html[id] ?? '') }))),
      // asked again at the next letter
      () => undefined,
    )
  }
  const named = useSiteName()
  const extra = useSiteHelp()?.extra ?? ''
  const own = extra === '' ? [] : [{ id: OWN, title: t('本站说明'), html: extra }]
  const hits =
    entries === undefined
      ? []
      : find(
          query,
          [...own, ...entries].map((one) => ({ ...one, html: named(one.html) })),
        )
  const pick = (id: string) => {
    setQuery('')
    onPick(id)
  }
  return (
    <>
      <search className={styles.search}>
        <label className={textStyles.visuallyHidden} htmlFor={fieldId}>
          {t('搜索帮助')}
        </label>
        <TextInput
          id={fieldId}
          type="search"
          placeholder={t('搜索帮助')}
          value={query}
          onFocus={load}
          onChange={({ target }) => {
            load()
            setQuery(target.value)
          }}
        />
      </search>
      {query.trim() === '' ? (
        children
      ) : (
        <div aria-live="polite">
          {hits.length === 0 ? (
            <p className={styles.note}>{entries === undefined ? t('正在查找…') : t('没有找到，换个词试试')}</p>
          ) : (
            <ul className={styles.hits} lang="zh-CN">
              {hits.map(({ id, title, before, match, after }) => (
                <li key={id}>
                  <ChapterLink id={id} onPick={pick}>
                    {title}
                  </ChapterLink>
                  {id !== OWN && <small>{t(bookTitles[headOf(id)?.audience ?? 'learner'])}</small>}
                  <p>
                    {before}
                    <mark>{match}</mark>
                    {after}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}
