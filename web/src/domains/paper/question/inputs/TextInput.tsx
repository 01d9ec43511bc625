// Field of a short answer: plain text, stored as escaped paragraphs.
import { useId } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { textAnswer, typedText } from '../answer.ts'
import type { InputProps } from './input-props.ts'
import { useLimit } from './limit.tsx'
import styles from './inputs.module.css'

const LONGEST = 20_000

export function TextInput({ answer, onChange, disabled, labelledBy }: InputProps) {
  const fieldId = useId()
  const text = typedText(answer)
  const { fit, note } = useLimit(LONGEST, text)
  return (
    <>
      <span id={`${fieldId}-kind`} hidden>
        {t('作答')}
      </span>
      <textarea
        className={styles.roomText}
        id={fieldId}
        aria-labelledby={`${labelledBy} ${fieldId}-kind`}
        placeholder={t('请在此作答')}
        rows={8}
        value={text}
        disabled={disabled}
        onChange={(event) => onChange(textAnswer(fit(event.target.value)), 'text')}
      />
      {note}
    </>
  )
}
