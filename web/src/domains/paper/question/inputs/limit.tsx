// The limit of a typed answer: counted from 90 % on, and said when a text was cut.
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import styles from './inputs.module.css'

const SHOWN_FROM = 0.9
/** Characters, not the UTF-16 units of `maxLength`, as the server counts. */
const charactersOf = (text: string) => Array.from(text)

/** @returns a function that cuts a text to `most` characters, and the line to show below the field */
export function useLimit(most: number, text: string) {
  const [lost, setLost] = useState(0)
  const fit = (typed: string): string => {
    const characters = typed.length <= most ? [] : charactersOf(typed)
    setLost(Math.max(0, characters.length - most))
    return characters.length <= most ? typed : characters.slice(0, most).join('')
  }
  const count = text.length < most * SHOWN_FROM ? 0 : charactersOf(text).length
  const note = count >= most * SHOWN_FROM && (
    <span className={styles.limit} data-full={count >= most}>
      {count} / {most}
      {lost > 0 && <b role="alert"> {t('最多 {{most}} 字，超出的 {{lost}} 字没有保留', { most, lost })}</b>}
    </span>
  )
  return { fit, note }
}
