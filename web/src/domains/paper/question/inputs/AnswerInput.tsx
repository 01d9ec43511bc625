// The answer field for each question type except composite.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { HtmlView } from '../../../../kernel/HtmlView.tsx'
import { BlankInput } from './BlankInput.tsx'
import { ChoiceInput } from './ChoiceInput.tsx'
import type { InputProps } from './input-props.ts'
import { MatchInput } from './MatchInput.tsx'
import { TextInput } from './TextInput.tsx'
import styles from './inputs.module.css'

const fields = { [QuType.shortAnswer]: TextInput, [QuType.matching]: MatchInput } as const

/** Stem and field; a fill-in question has its fields in the stem. */
export function AnswerInput(props: InputProps) {
  const { quType: type, content } = props.question
  if (type === QuType.fillIn) return <BlankInput {...props} />
  const Field = fields[type as keyof typeof fields] ?? ChoiceInput
  return (
    <>
      <HtmlView html={content} className={styles.roomStem} />
      <Field {...props} />
    </>
  )
}
