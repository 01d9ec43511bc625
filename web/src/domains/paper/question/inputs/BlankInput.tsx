// Fields of a fill-in question: in the stem if it has as many gaps, else in a list below it.
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { HtmlView } from '../../../../kernel/HtmlView.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { blanksOf, fillBlank } from '../answer.ts'
import { markGaps } from '../gaps.ts'
import type { InputProps } from './input-props.ts'
import { useLimit } from './limit.tsx'
import styles from './inputs.module.css'

const LONGEST = 500

function Gap({ index, input, listed = false }: { index: number; input: InputProps; listed?: boolean }) {
  const { question, answer, onChange, disabled } = input
  const text = blanksOf(answer)[index] ?? ''
  const { fit, note } = useLimit(LONGEST, text)
  return (
    <>
      <input
        className={styles.gap}
        data-listed={listed}
        type="text"
        aria-label={t('第 {{n}} 空', { n: index + 1 })}
        autoComplete="off"
        value={text}
        disabled={disabled}
        onChange={(event) => onChange(fillBlank(question.blankCount, answer, index, fit(event.target.value)), 'text')}
      />
      {note}
    </>
  )
}

/** The gap elements in HtmlView's output, which is rendered again when formulas are loaded. */
function usePlaces() {
  const box = useRef<HTMLDivElement>(null)
  const [places, setPlaces] = useState<Element[]>([])
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return undefined
    const look = () =>
      setPlaces((before) => {
        const found = [...node.querySelectorAll('[data-gap]')]
        return found.length === before.length && found.every((one, at) => one === before[at]) ? before : found
      })
    look()
    const observer = new MutationObserver(look)
    observer.observe(node, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return { box, places }
}

/** Stem and fields together. */
export function BlankInput(props: InputProps) {
  const { content, blankCount } = props.question
  const marked = markGaps(content)
  const inStem = marked.count === blankCount && blankCount > 0
  const { box, places } = usePlaces()
  return (
    <>
      <div ref={box}>
        <HtmlView html={inStem ? marked.html : content} className={styles.roomStem} />
      </div>
      {inStem && places.map((place, at) => createPortal(<Gap index={at} input={props} />, place, String(at)))}
      {!inStem && (
        <ol className={styles.gaps}>
          {Array.from({ length: blankCount }, (_, at) => (
            <li key={at}>
              <span>{t('第 {{n}} 空', { n: at + 1 })}</span>
              <Gap index={at} input={props} listed />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
