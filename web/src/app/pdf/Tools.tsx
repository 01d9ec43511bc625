// The toolbar of the PDF viewer.
import { type ReactNode, useState } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import styles from '../../kernel/plain/button.module.css'
import type { PdfHandle } from './pdf-view.ts'
import viewerStyles from './viewer.module.css'

type ToolProps = { label: PlainText; path: string; pressed?: boolean; disabled?: boolean; onClick: () => void }

export function Tool({ label, path, pressed, disabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.iconBtn}
      aria-label={t(label)}
      title={t(label)}
      disabled={disabled}
      onClick={onClick}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

export function Tools({ pdf, searching, onSearch }: { pdf: PdfHandle; searching: boolean; onSearch: () => void }): ReactNode {
  const { phase, page, pages, zoom } = pdf.use()
  const closed = phase !== 'open'
  return (
    <div className={viewerStyles.tools} role="group" aria-label={t('阅读工具')}>
      <div>
        <Tool label="上一页" path="m15 5-7 7 7 7" disabled={closed || page <= 1} onClick={() => pdf.goTo(page - 1)} />
        <PageInput key={page} pdf={pdf} page={page} pages={pages} disabled={closed} />
        <Tool label="下一页" path="m9 5 7 7-7 7" disabled={closed || page >= pages} onClick={() => pdf.goTo(page + 1)} />
      </div>
      <div>
        <Tool label="缩小" path="M5 12h14" disabled={closed} onClick={pdf.smaller} />
        <span className={viewerStyles.zoom}>{zoom}%</span>
        <Tool label="放大" path="M5 12h14M12 5v14" disabled={closed} onClick={pdf.larger} />
        <Tool label="适合宽度" path="M3 5v14M21 5v14M7 12h10m-7-3-3 3 3 3m4-6 3 3-3 3" disabled={closed} onClick={pdf.fit} />
      </div>
      <Tool
        label="查找"
        path="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20"
        pressed={searching}
        disabled={closed}
        onClick={onSearch}
      />
    </div>
  )
}

type PageInputProps = { pdf: PdfHandle; page: number; pages: number; disabled: boolean }

/** The page number, which can be typed; another page is another component (`key`). */
function PageInput({ pdf, page, pages, disabled }: PageInputProps) {
  const [text, setText] = useState(String(page))
  const apply = () => {
    const wanted = Math.min(Math.max(Math.trunc(Number(text)) || page, 1), pages)
    setText(String(wanted))
    pdf.goTo(wanted)
  }
  return (
    <span className={viewerStyles.page}>
      <input
        aria-label={t('页码')}
        inputMode="numeric"
        value={text}
        disabled={disabled}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
      <span>{t('共 {{pages}} 页', { pages })}</span>
    </span>
  )
}
