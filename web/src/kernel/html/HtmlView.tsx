// Renders rich text: stems, options, analyses, notices.
import { useEffect, useMemo, useRef, useState } from 'react'
import { hasFormula, katexNow, loadKatex, showableHtml } from './html-view-parts.ts'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import styles from './html-view.module.css'

type HtmlViewProps = {
  html: string
  /** in a line with other content: paragraphs without margins */
  inline?: boolean
  /** pictures can be enlarged; false inside of a clickable element */
  zoom?: boolean
  className?: string
}

/** KaTeX, loaded when the first formula is to be shown. */
function useKatex(wanted: boolean) {
  const [katex, setKatex] = useState(() => katexNow())
  useEffect(() => {
    let unmounted = false
    // without KaTeX the formula's source stays readable
    if (wanted && !katex)
      loadKatex().then(
        (loaded) => !unmounted && setKatex(() => loaded),
        () => undefined,
      )
    return () => {
      unmounted = true
    }
  }, [wanted, katex])
  return wanted ? katex : undefined
}

/** Renders HTML after cleaning it. */
export function HtmlView({ html, inline = false, zoom = true, className }: HtmlViewProps) {
  const katex = useKatex(hasFormula(html))
  const box = useRef<HTMLDivElement>(null)
  const [picture, setPicture] = useState<{ src: string; alt: string }>()
  const shown = useMemo(() => showableHtml(html, { katex, zoomTitle: zoom ? t('放大图片') : undefined }), [html, katex, zoom])
  useEffect(() => {
    const node = box.current
    if (!node || !zoom) return undefined
    const open = (event: Event) => {
      if (!(event.target instanceof HTMLImageElement)) return
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      setPicture({ src: event.target.src, alt: event.target.alt })
    }
    node.addEventListener('click', open)
    node.addEventListener('keydown', open)
    return () => {
      node.removeEventListener('click', open)
      node.removeEventListener('keydown', open)
    }
  }, [zoom])
  return (
    <>
      <div
        ref={box}
        className={classes(styles.htmlView, inline && styles.htmlViewInline, className)}
        // oxlint-disable-next-line react/no-danger -- cleaned by showableHtml
        dangerouslySetInnerHTML={{ __html: shown }}
      />
      {picture && <Enlarged {...picture} onClose={() => setPicture(undefined)} />}
    </>
  )
}

/** A picture over the whole page; Escape and a click close it, and the focus returns to the element that had it. */
export function Enlarged({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className={styles.htmlZoom} aria-label={t('图片预览')} onClose={onClose}>
      <button type="button" onClick={onClose} aria-label={t('关闭')}>
        <img src={src} alt={alt} />
      </button>
    </dialog>
  )
}
