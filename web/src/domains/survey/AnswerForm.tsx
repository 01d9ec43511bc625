// A survey that is being answered: by a learner, by a visitor, or as a preview. The draft stays in the browser until it was sent.
import {
  answerProblem,
  shownQuestions,
  storedAnswers,
  type SurveyAnswers,
  type SurveyValue,
} from '@shuyuan/contract/survey/answer-check.ts'
import type { SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { messageText } from '../../kernel/messages.ts'
import { Button } from '../../kernel/plain/Button.tsx'
import { Choices } from './Choices.tsx'
import { dropDraft, keepDraft, keptDraft } from './draft.ts'
import styles from './survey.module.css'

type Sent = { stored: boolean }
type AnswerFormProps = {
  questions: readonly SurveyQuestion[]
  /** the draft's key in the browser; '': none is kept */
  draftKey: string
  /** rejects after having shown why */
  send: (answers: SurveyAnswers) => Promise<Sent>
  onSent: (sent: Sent) => void
  /** above the button */
  children?: ReactNode
}

export function AnswerForm({ questions, draftKey, send, onSent, children }: AnswerFormProps) {
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [answers, setAnswers] = useState<SurveyAnswers>(() => keptDraft(draftKey))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const shown = shownQuestions(questions, answers)
  const problem = tried ? answerProblem(questions, answers) : undefined
  const done = shown.filter((one) => Object.hasOwn(storedAnswers(questions, answers), one.id)).length

  const set = (id: string, value: SurveyValue | undefined) => {
    const { [id]: _before, ...rest } = answers
    const next = value === undefined ? rest : { ...rest, [id]: value }
    setAnswers(next)
    keepDraft(draftKey, next)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    const found = answerProblem(questions, answers)
    if (found) return form.current?.querySelector<HTMLElement>(`[data-question="${found.id}"]`)?.focus()
    // a second click comes before the button is disabled
    if (sending.current) return undefined
    sending.current = true
    setBusy(true)
    try {
      const sent = await send(storedAnswers(questions, answers))
      dropDraft(draftKey)
      onSent(sent)
    } catch {
      // what failed was shown, and the draft stays
    } finally {
      sending.current = false
      setBusy(false)
    }
    return undefined
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {shown.map((one) => (
        <Choices
          key={one.id}
          no={questions.indexOf(one) + 1}
          question={one}
          name={`${name}-${one.id}`}
          value={answers[one.id]}
          problem={problem?.id === one.id ? messageText(problem.message) : undefined}
          onChange={(value) => set(one.id, value)}
        />
      ))}
      {children}
      <footer className={styles.foot}>
        <span>
          <progress max={shown.length} value={done} aria-label={t('填写进度')} />
          {t('已答 {{n}} / {{total}} 题', { n: done, total: shown.length })}
        </span>
        <Button type="submit" strong busy={busy}>
          {t('提交问卷')}
        </Button>
      </footer>
    </form>
  )
}
