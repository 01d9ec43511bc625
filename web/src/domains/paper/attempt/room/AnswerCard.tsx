// Answer card: all questions by group with answered, flagged and current state.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { isAnswered } from '../../question/answer.ts'
import type { Step } from '../../question/questions.ts'
import styles from './room.module.css'

export type AnswerCardProps = {
  steps: readonly Step[]
  answers: ReadonlyMap<string, Answer | null>
  flagged: ReadonlySet<string>
  current: number
  /** false: the question cannot be opened now */
  mayGo: (number: number) => boolean
  onGo: (number: number) => void
}

export const answeredCount = (steps: readonly Step[], answers: ReadonlyMap<string, Answer | null>) =>
  steps.filter(({ question }) => isAnswered(question, answers.get(question.quId))).length

export function AnswerCard({ steps, answers, flagged, current, mayGo, onGo }: AnswerCardProps) {
  const here = useRef<HTMLButtonElement>(null)
  // scrolls the current question into view on a long card
  useEffect(() => {
    here.current?.scrollIntoView?.({ block: 'nearest' })
  })
  const groups = [...Map.groupBy(steps, (step) => step.groupAt)]
  return (
    <div className={styles.card}>
      <p className={styles.cardCount}>
        {t('已答 {{answered}} / {{total}}', { answered: answeredCount(steps, answers), total: steps.length })}
      </p>
      {groups.map(([at, own]) => (
        <section key={at}>
          <h3>{own[0]?.group}</h3>
          <div className={styles.cardGridRoom}>
            {own.map(({ question, number }) => {
              const done = isAnswered(question, answers.get(question.quId))
              const flag = flagged.has(question.quId)
              const label = [t('第 {{number}} 题', { number }), done ? t('已答') : t('未答'), ...(flag ? [t('已标记')] : [])]
              return (
                <button
                  key={question.quId}
                  ref={number === current ? here : undefined}
                  type="button"
                  className={styles.cardCell}
                  data-done={done}
                  data-flag={flag}
                  aria-current={number === current ? 'step' : undefined}
                  aria-label={label.join('，')}
                  disabled={!mayGo(number)}
                  onClick={() => onGo(number)}
                >
                  {number}
                </button>
              )
            })}
          </div>
        </section>
      ))}
      <ul className={styles.cardLegend} aria-hidden="true">
        <li>
          <i className={styles.cardCell} data-done="true" /> {t('已答')}
        </li>
        <li>
          <i className={styles.cardCell} data-done="false" /> {t('未答')}
        </li>
        <li>
          <i className={styles.cardCell} data-done="false" data-flag="true" /> {t('已标记')}
        </li>
      </ul>
    </div>
  )
}
