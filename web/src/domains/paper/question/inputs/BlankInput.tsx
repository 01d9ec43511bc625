// Fields of a fill-in question: in the stem if it has as many gaps, else in a list below it.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { blanksOf, fillBlank } from '../answer.ts'
import { markGaps, sentencesOfGaps } from '../gaps.ts'
import type { InputProps } from './input-props.ts'
import { useLimit } from './limit.tsx'
import styles from './inputs.module.css'

const LONGEST = 500

type BlankProps = Omit<InputProps, 'labelledBy'>
type GapProps = { index: number; input: BlankProps; sentence?: string | undefined; listed?: boolean }

/** `sentence`: the one that the gap is in, which names it. */
function Gap({ index, input, sentence, listed = false }: GapProps) {
  const { question, answer, onChange, disabled } = input
  const text = blanksOf(answer)[index] ?? ''
  const { fit, note } = useLimit(LONGEST, text)
  return (
    <>
      <input
        className={styles.gap}
        data-listed={listed}
        type="text"
        aria-label={sentence ? t('第 {{n}} 空：{{sentence}}', { n: index + 1, sentence }) : t('第 {{n}} 空', { n: index + 1 })}
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
export function BlankInput(props: BlankProps) {
  const { content, blankCount } = props.question
  const marked = markGaps(content)
  const inStem = marked.count === blankCount && blankCount > 0
  const { box, places } = usePlaces()
  const sentences = useMemo(() => (inStem ? sentencesOfGaps(marked.html) : []), [inStem, marked.html])
  return (
    <>
      <div ref={box}>
        <HtmlView html={inStem ? marked.html : content} className={styles.roomStem} />
      </div>
      {inStem && places.map((place, at) => createPortal(<Gap index={at} input={props} sentence={sentences[at]} />, place, String(at)))}
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
