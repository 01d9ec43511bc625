// The current question with its answer field.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { pointsText } from '../../question/marked.ts'
import { answerSub, subOf } from '../../question/answer.ts'
import { AnswerInput } from '../../question/inputs/AnswerInput.tsx'
import type { Step } from '../../question/questions.ts'
import inputsStyles from '../../question/inputs/inputs.module.css'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from './room.module.css'

export type QuestionPaneProps = {
  step: Step
  total: number
  answer: Answer | null
  /** why the server refused the value finally; undefined: not refused */
  refused: string | undefined
  flagged: boolean
  disabled: boolean
  /** timer of the question, if its time is limited */
  timer?: ReactNode
  onChange: (answer: Answer | null, kind: 'choice' | 'text') => void
  onFlag: () => void
}

export function QuestionPane({ step, total, answer, refused, flagged, disabled, timer, onChange, onFlag }: QuestionPaneProps) {
  const { question, group, number } = step
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(number)
  useEffect(() => {
    // after a change of question, focus moves to it for keyboards and screen readers
    if (shown.current === number) return
    shown.current = number
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [number])
  const isComposite = question.quType === QuType.composite
  return (
    <section className={classes(panelStyles.panel, styles.roomQuestion)} aria-labelledby="room-question-title">
      <header className={styles.roomQuestionHead}>
        <h2 id="room-question-title" ref={heading} tabIndex={-1}>
          {t('第 {{number}} 题', { number })}
          <span className={styles.roomDim}> / {total}</span>
        </h2>
        <span className={styles.roomDim}>
          {group} · {tLabel(quTypeText[question.quType as keyof typeof quTypeText] ?? '')} ·{' '}
          {t('{{n}} 分', { n: pointsText(question.score) })}
        </span>
        {timer}
        <button type="button" className={styles.roomFlag} aria-pressed={flagged} onClick={onFlag} title={t('标记（F）')}>
          <span aria-hidden="true">{flagged ? '⚑' : '⚐'}</span> {flagged ? t('已标记') : t('标记')}
        </button>
      </header>
      {refused !== undefined && (
        <p className={styles.roomRefused} role="alert">
          {refused}
        </p>
      )}
      {isComposite ? (
        <Composite step={step} answer={answer} disabled={disabled} onChange={onChange} />
      ) : (
        <AnswerInput key={question.quId} question={question} answer={answer} disabled={disabled} onChange={onChange} />
      )}
    </section>
  )
}

function Composite({
  step: { question },
  answer,
  disabled,
  onChange,
}: Pick<QuestionPaneProps, 'step' | 'answer' | 'disabled' | 'onChange'>) {
  return (
    <>
      <HtmlView html={question.content} className={inputsStyles.roomStem} />
      <ol className={inputsStyles.roomSubs}>
        {question.subList.map((sub, at) => (
          <li key={sub.quId}>
            <h3>
              ({at + 1}){' '}
              <span className={styles.roomDim}>
                {tLabel(quTypeText[sub.quType as keyof typeof quTypeText] ?? '')} · {t('{{n}} 分', { n: pointsText(sub.score) })}
              </span>
            </h3>
            <AnswerInput
              question={sub}
              answer={subOf(answer, sub.quId)}
              disabled={disabled}
              onChange={(part, kind) => onChange(answerSub(answer, sub.quId, part), kind)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
