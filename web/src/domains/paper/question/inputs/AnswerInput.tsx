// The answer field for each question type except composite.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { useId } from 'react'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { BlankInput } from './BlankInput.tsx'
import { ChoiceInput } from './ChoiceInput.tsx'
import type { InputProps } from './input-props.ts'
import { MatchInput } from './MatchInput.tsx'
import { TextInput } from './TextInput.tsx'
import styles from './inputs.module.css'

const fields = { [QuType.shortAnswer]: TextInput, [QuType.matching]: MatchInput } as const

/** Stem and field, which the stem names; a fill-in question has its fields in the stem. */
export function AnswerInput(props: Omit<InputProps, 'labelledBy'>) {
  const stemId = useId()
  const { quType: type, content } = props.question
  if (type === QuType.fillIn) return <BlankInput {...props} />
  const Field = fields[type as keyof typeof fields] ?? ChoiceInput
  return (
    <>
      <div id={stemId}>
        <HtmlView html={content} className={styles.roomStem} />
      </div>
      <Field {...props} labelledBy={stemId} />
    </>
  )
}
