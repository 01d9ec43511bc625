// A chapter as it is read, in the drawer and on its own page.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { language } from '../../kernel/state/preferences.ts'
import { worded } from '../../kernel/text/words.ts'
import { loadChapter } from './chapters.ts'
import styles from './help.module.css'

type Loaded = { id: string; html: string } | { id: string; error: unknown }

/** @param onPick is called with the chapter of a link inside */
export function ChapterView({ id, onPick }: { id: string; onPick: (id: string) => void }) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [attempt, setAttempt] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let gone = false
    loadChapter(id).then(
      (html) => !gone && setLoaded({ id, html }),
      (error: unknown) => !gone && setLoaded({ id, error }),
    )
    return () => {
      gone = true
    }
  }, [id, attempt])
  const picked = useEffectEvent(onPick)
  const isShown = loaded?.id === id && 'html' in loaded
  useEffect(() => {
    const node = box.current
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href') ?? ''
      if (!path.startsWith('/help/') || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      picked(path.slice('/help/'.length))
    }
    node?.addEventListener('click', open)
    return () => node?.removeEventListener('click', open)
  }, [isShown])
  if (loaded?.id !== id) return <PageLoading shape="form" rows={4} />
  if ('error' in loaded)
    return <PageError error={new Error(t('这一章没能打开，请检查网络后重试'))} onRetry={() => setAttempt(attempt + 1)} />
  return (
    <>
      {language.get() === 'en' && <p className={styles.note}>{t('本章暂无英文版')}</p>}
      {/* the HTML is made by the build from the repository's own texts */}
      <div ref={box} lang="zh-CN" className={styles.chapter} dangerouslySetInnerHTML={{ __html: worded(loaded.html) }} />
    </>
  )
}
