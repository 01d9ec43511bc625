// A labelled field of a form without Ant Design, which would weigh on learners' pages.
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { t } from '../i18n.ts'
import { PasswordInput } from './TextInput.tsx'
import styles from './field.module.css'

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

/** A password can be shown, and is warned of the Caps Lock key. */
export function TextField({ label, value, problem, onChange, hint: plainHint, children, type = 'text', ...rest }: TextFieldProps) {
  const id = useId()
  const [isCaps, setCaps] = useState(false)
  const hint = isCaps ? t('大写锁定已打开') : plainHint
  const input = {
    ...rest,
    id,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined,
  }
  const watch = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.fieldRow}>
        {type === 'password' ? (
          <PasswordInput {...input} onKeyUp={watch} onBlur={() => setCaps(false)} />
        ) : (
          <input {...input} type={type} className={styles.input} />
        )}
        {children}
      </div>
      {problem === undefined && hint !== undefined && (
        <p className={styles.fieldHint} role={isCaps ? 'status' : undefined} id={`${id}-hint`}>
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
