// A chapter as it is read, in the drawer and on its own page.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { language } from '../../kernel/state/preferences.ts'
import { worded } from '../../kernel/text/words.ts'
import { loadChapter } from './chapters.ts'
import { useSiteName } from './site-help.ts'
import styles from './help.module.css'

type OnPick = (id: string) => void

function Text({ html, onPick }: { html: string; onPick: OnPick }) {
  const box = useRef<HTMLDivElement>(null)
  const picked = useEffectEvent(onPick)
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
  }, [])
  // the HTML is made by the build from the repository's own texts
  return <div ref={box} lang="zh-CN" className={styles.chapter} dangerouslySetInnerHTML={{ __html: html }} />
}

/** @param onPick is called with the chapter of a link inside */
export function ChapterView({ id, onPick }: { id: string; onPick: OnPick }) {
  const named = useSiteName()
  const { data, error, refetch } = useQuery({
    queryKey: ['chapter', id],
    queryFn: () => loadChapter(id),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // a chapter may be kept in this browser
    networkMode: 'always',
  })
  if (data === undefined) {
    if (!error) return <PageLoading shape="form" rows={4} />
    return <PageError error={new Error(t('这一章没能打开，请检查网络后重试'))} onRetry={() => void refetch()} />
  }
  return (
    <>
      {language.get() === 'en' && <p className={styles.note}>{t('本章暂无英文版')}</p>}
      <Text key={id} html={named(worded(data))} onPick={onPick} />
    </>
  )
}
