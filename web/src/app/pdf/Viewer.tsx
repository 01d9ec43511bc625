// The PDF viewer: page x of y, zoom, search. It stands alone or in a frame of a course page.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { brand, rootPx, size, useDark } from '../../kernel/state/preferences.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { openPdf, type PdfHandle } from './pdf-view.ts'
import { SearchRow } from './SearchRow.tsx'
import { Tools } from './Tools.tsx'
import styles from './viewer.module.css'

function useDocumentTheme() {
  const dark = useDark()
  const colour = brand.use()
  const px = rootPx[size.use()]
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.theme = dark ? 'dark' : 'light'
    style.setProperty('--brand', colour)
    style.fontSize = `${(px / 16) * 100}%`
    // theme.js sets the colour of the first paint
    style.background = ''
  }, [dark, colour, px])
}

/** In the frame of a page, which has its own main part, the viewer is a part of that page. */
const Main = self === top ? 'main' : 'div'

/** `file`: the address of an uploaded file; undefined: the page was opened with another address. */
export function Viewer({ file }: { file: string | undefined }) {
  useDocumentTheme()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    document.title = t('文档阅读')
  }, [])
  if (file === undefined)
    return (
      <Main className={styles.message}>
        <p role="alert">{t('只能打开本站上传的文件')}</p>
      </Main>
    )
  return <Document key={attempt} file={file} onRetry={() => setAttempt(attempt + 1)} />
}

function Document({ file, onRetry }: { file: string; onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  const [pdf, setPdf] = useState<PdfHandle>()
  useEffect(() => {
    if (!container.current) return undefined
    const opened = openPdf(container.current, file)
    setPdf(opened)
    return () => opened.close()
  }, [file])
  return (
    <Main className={styles.viewer}>
      {pdf && <Head pdf={pdf} />}
      <div className={styles.stage}>
        {/* the keyboard scrolls it */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable with the keyboard */}
        <div ref={container} className={styles.container} tabIndex={0} role="region" aria-label={t('文档内容')} />
        {pdf && <Notice pdf={pdf} file={file} onRetry={onRetry} />}
      </div>
    </Main>
  )
}

function Head({ pdf }: { pdf: PdfHandle }) {
  const [searching, setSearching] = useState(false)
  const close = () => {
    pdf.find('')
    setSearching(false)
  }
  return (
    <>
      <Tools pdf={pdf} searching={searching} onSearch={() => (searching ? close() : setSearching(true))} />
      {searching && <SearchRow pdf={pdf} onClose={close} />}
    </>
  )
}

function Notice({ pdf, file, onRetry }: { pdf: PdfHandle; file: string; onRetry: () => void }) {
  const { phase, reason } = pdf.use()
  if (phase === 'open') return null
  if (phase === 'loading')
    return (
      <p className={styles.message} role="status">
        {t('正在打开文档…')}
      </p>
    )
  const texts = {
    gone: t('文件不存在，或者链接已过期，请刷新页面后重试'),
    locked: t('这个文件有密码，请下载后打开'),
    broken: t('文档没能打开，请重试，或者下载后打开'),
  }
  return (
    <div className={styles.message}>
      <p role="alert">{texts[reason]}</p>
      <div className={styles.messageButtons}>
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={onRetry}>
          {t('重试')}
        </button>
        <a className={buttonStyles.btn} href={file} download>
          {t('下载')}
        </a>
      </div>
    </div>
  )
}
