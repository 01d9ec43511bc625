// The fields for the answer to a question of any type.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { HtmlView } from '../../kernel/html/HtmlView.tsx'
import { tLabel } from '../../kernel/i18n.ts'
import { answerSub, subOf } from '../paper/question/answer.ts'
import { AnswerInput } from '../paper/question/inputs/AnswerInput.tsx'
import type { Asked } from './useTraining.ts'
import inputsStyles from '../paper/question/inputs/inputs.module.css'
import styles from './train.module.css'

type Posed = Pick<Asked, 'quId' | 'quType' | 'content' | 'score' | 'answerList' | 'blankCount' | 'left' | 'right' | 'subList'>
type AnswerFieldsProps = { asked: Posed; answer: Answer | null; disabled: boolean; onChange: (answer: Answer | null) => void }

export function AnswerFields({ asked, answer, disabled, onChange }: AnswerFieldsProps) {
  if (asked.quType !== QuType.composite)
    return <AnswerInput question={asked} answer={answer} disabled={disabled} onChange={(given) => onChange(given)} />
  return (
    <>
      <HtmlView html={asked.content} className={inputsStyles.roomStem} />
      <ol className={inputsStyles.roomSubs}>
        {asked.subList.map((sub, at) => (
          <li key={sub.quId}>
            <h3>
              ({at + 1}) <span className={styles.trainDim}>{tLabel(quTypeText[sub.quType as keyof typeof quTypeText] ?? '')}</span>
            </h3>
            <AnswerInput
              question={sub}
              answer={subOf(answer, sub.quId)}
              disabled={disabled}
              onChange={(part) => onChange(answerSub(answer, sub.quId, part))}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
