// A word of the trade with its meaning behind it: a press opens a note beside it, Escape or a press elsewhere closes it. Without Ant Design.
import { type MouseEvent, type ToggleEvent, useId, useRef } from 'react'
import { type PlainText, t } from '../i18n.ts'
import { meaningOf } from '../text/terms.ts'
import styles from './term.module.css'

const GAP = 8

/** @param word of the chapter 名词, which has its meaning */
export function Term({ word }: { word: PlainText }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // beside the word, within the window: below it, or above where there is no room
  const place = ({ newState, currentTarget: note }: ToggleEvent<HTMLSpanElement>) => {
    if (newState !== 'open' || !button.current) return
    const box = button.current.getBoundingClientRect()
    const left = Math.max(GAP, Math.min(box.left, window.innerWidth - note.offsetWidth - GAP))
    const below = box.bottom + GAP
    const fits = below + note.offsetHeight <= window.innerHeight
    note.style.left = `${left}px`
    note.style.top = `${fits ? below : Math.max(GAP, box.top - GAP - note.offsetHeight)}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.term}
        popoverTarget={id}
        // the head of a column sorts by a click
        onClick={(event: MouseEvent) => event.stopPropagation()}
      >
        {t(word)}
      </button>
      <span id={id} popover="auto" role="note" className={styles.note} onToggle={place}>
        {meaningOf(word)}
      </span>
    </>
  )
}
