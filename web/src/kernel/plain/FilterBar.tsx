// Filter bar of a plain list: states and a search field.
import type { ReactNode, SubmitEvent } from 'react'
import { t } from '../i18n.ts'
import buttonStyles from './button.module.css'
import styles from './plain.module.css'

export const FilterBar = ({ children }: { children: ReactNode }) => <div className={styles.plainFilter}>{children}</div>

type StatesProps<T extends string> = {
  label: string
  /** in their order, after 全部 */
  states: readonly T[]
  /** false: without 全部 */
  all?: boolean
  textOf: (state: T) => string
  value: T | undefined
  onChange: (state: T | undefined) => void
}
export const States = <T extends string>({ label, states, all = true, textOf, value, onChange }: StatesProps<T>) => (
  <div className={styles.plainStates} role="group" aria-label={label}>
    {[...(all ? [undefined] : []), ...states].map((state) => (
      <button key={state ?? 'all'} type="button" aria-pressed={value === state} onClick={() => onChange(state)}>
        {state === undefined ? t('全部') : textOf(state)}
      </button>
    ))}
  </div>
)

type SearchProps = {
  label: string
  placeholder: string
  title: string
  onSearch: (title: string) => void
  /** rendered before the field */ children?: ReactNode
}
export function Search({ label, placeholder, title, onSearch, children }: SearchProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const word = new FormData(event.currentTarget).get('title')
    onSearch(typeof word === 'string' ? word.trim() : '')
  }
  return (
    // when the filter changes from outside, it replaces the typed text
    <form className={styles.plainSearch} role="search" key={title} onSubmit={submit}>
      {children}
      <input type="search" name="title" aria-label={label} placeholder={placeholder} defaultValue={title} maxLength={100} />
      <button type="submit" className={buttonStyles.btn}>
        {t('搜索')}
      </button>
    </form>
  )
}
