// The questions of a survey: added, moved by mouse and keyboard, copied, removed.
import { PlusOutlined } from '@ant-design/icons'
import {
  conditionValues,
  MOST_SURVEY_QUESTIONS,
  type SurveyQuestion,
  type SurveyQuestionType,
  surveyQuestionType,
} from '@shuyuan/contract/survey/question.ts'
import { Button, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import { OwnStatus } from '../../../kernel/form/OwnStatus.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Sortable } from '../../../kernel/piece/Sortable.tsx'
import { copyOf, newQuestion, withoutBrokenConditions } from './new-question.ts'
import { QuestionCard } from './QuestionCard.tsx'
import styles from './edit.module.css'

type QuestionsFieldProps = {
  /** only texts can change */
  locked: boolean
  id?: string
  value?: SurveyQuestion[]
  onChange?: (questions: SurveyQuestion[]) => void
}

const types = Object.keys(surveyQuestionType) as SurveyQuestionType[]

export function QuestionsField({ locked, id, value = [], onChange }: QuestionsFieldProps) {
  const { wrong } = useFormContext()
  const added = useRef('')
  const list = useRef<HTMLDivElement>(null)
  const set = (questions: SurveyQuestion[]) => onChange?.(withoutBrokenConditions(questions, conditionValues))
  const insert = (at: number, question: SurveyQuestion) => {
    added.current = question.id
    set(value.toSpliced(at, 0, question))
  }
  const move = (from: number, to: number) => set(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!))
  useEffect(() => {
    if (added.current === '') return
    list.current?.querySelector<HTMLElement>(`[data-question="${added.current}"] textarea`)?.focus()
    added.current = ''
  })
  return (
    <div ref={list} id={id} tabIndex={-1} className={styles.questions}>
      <OwnStatus>
        <Sortable ids={value.map((one) => one.id)} onMove={move} disabled={locked} label={tLabel('题目')}>
          {(key, at, handle) => {
            const question = value[at]
            return (
              question?.id === key && (
                <QuestionCard
                  no={at + 1}
                  question={question}
                  earlier={value.slice(0, at)}
                  handle={handle}
                  locked={locked}
                  wrong={wrong.names.includes('questions')}
                  onChange={(next) => set(value.with(at, next))}
                  onCopy={() => insert(at + 1, copyOf(question))}
                  onRemove={() => set(value.toSpliced(at, 1))}
                />
              )
            )
          }}
        </Sortable>
      </OwnStatus>
      {!locked && (
        <Flex gap="small" wrap role="group" aria-label={t('添加题目')}>
          {types.map((type) => (
            <Button
              key={type}
              type="dashed"
              icon={<PlusOutlined />}
              disabled={value.length >= MOST_SURVEY_QUESTIONS}
              onClick={() => insert(value.length, newQuestion(type))}
            >
              {tLabel(surveyQuestionType[type])}
            </Button>
          ))}
        </Flex>
      )}
    </div>
  )
}
