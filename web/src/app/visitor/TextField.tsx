// A labelled field of the visitors' forms, without Ant Design's form, which would weigh on the first page.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './visitor.module.css'

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  /** shown below while there is no problem */
  hint?: string
  /** shown beside the input */
  children?: ReactNode
}

export function TextField({ label, value, problem, onChange, hint, children, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.fieldRow}>
        <input
          {...input}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined}
        />
        {children}
      </div>
      {problem === undefined && hint !== undefined && (
        <p className={styles.fieldHint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className={styles.fieldProblem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
