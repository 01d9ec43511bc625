// Search in the text of the PDF: the matches are marked on the pages.
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import type { PdfHandle, PdfState } from './pdf-view.ts'
import { Tool } from './Tools.tsx'
import styles from './viewer.module.css'

function resultText({ found, match, matches }: PdfState): string {
  if (found === 'none') return ''
  if (found === 'missing') return t('没有找到')
  if (matches === 0) return t('正在查找…')
  return t('第 {{match}} 处，共 {{matches}} 处', { match, matches })
}

export function SearchRow({ pdf, onClose }: { pdf: PdfHandle; onClose: () => void }) {
  const [text, setText] = useState('')
  const state = pdf.use()
  const next = (back: boolean) => pdf.find(text, true, back)
  return (
    <search className={styles.search}>
      <input
        type="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the search button
        autoFocus
        aria-label={t('查找文字')}
        placeholder={t('查找文字')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          pdf.find(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') next(event.shiftKey)
          if (event.key === 'Escape') onClose()
        }}
      />
      <Tool label="上一处" path="m5 15 7-7 7 7" disabled={state.matches === 0} onClick={() => next(true)} />
      <Tool label="下一处" path="m5 9 7 7 7-7" disabled={state.matches === 0} onClick={() => next(false)} />
      <span role="status">{resultText(state)}</span>
      <Tool label="关闭查找" path="m6 6 12 12M18 6 6 18" onClick={onClose} />
    </search>
  )
}
