// The controls of the questions of a survey, for fingers first: every answer is a row or a box of 44 px.
import type { SurveyValue } from '@shuyuan/contract/survey/answer-check.ts'
import { MOST_SURVEY_WORDS } from '@shuyuan/contract/survey/answer-check.ts'
import { conditionValues, type SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { t } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './survey.module.css'

type ControlProps = {
  question: SurveyQuestion
  /** unique on the page; names the radio buttons */
  name: string
  value: SurveyValue | undefined
  /** undefined: the answer is taken back */
  onChange: (value: SurveyValue | undefined) => void
}

function Single({ question, name, value, onChange }: ControlProps) {
  return question.options.map((one) => (
    <label key={one.id} className={styles.option}>
      <input
        type="radio"
        name={name}
        checked={value === one.id}
        onChange={() => onChange(one.id)}
        onClick={() => value === one.id && !question.required && onChange(undefined)}
      />
      <span>{one.text}</span>
    </label>
  ))
}

function Multiple({ question: { options, most }, value, onChange }: ControlProps) {
  const chosen = Array.isArray(value) ? value : []
  const isFull = most > 0 && chosen.length >= most
  return options.map((one) => (
    <label key={one.id} className={styles.option}>
      <input
        type="checkbox"
        checked={chosen.includes(one.id)}
        disabled={isFull && !chosen.includes(one.id)}
        onChange={({ target: { checked } }) => onChange(checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))}
      />
      <span>{one.text}</span>
    </label>
  ))
}

function Scale({ question, name, value, onChange }: ControlProps) {
  return (
    <div className={styles.scale}>
      <div className={classes(styles.boxes, question.type === 'nps' && styles.eleven)}>
        {conditionValues(question).map((text) => (
          <label key={text} className={styles.box}>
            <input
              type="radio"
              name={name}
              checked={value === Number(text)}
              onChange={() => onChange(Number(text))}
              onClick={() => value === Number(text) && !question.required && onChange(undefined)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {(question.low !== '' || question.high !== '') && (
        <p className={styles.ends}>
          <span>{question.low}</span>
          <span>{question.high}</span>
        </p>
      )}
    </div>
  )
}

function Matrix({ question: { rows, options }, name, value, onChange }: ControlProps) {
  const chosen = typeof value === 'object' && !Array.isArray(value) ? value : {}
  return rows.map((row) => (
    <fieldset key={row.id} className={styles.row}>
      <legend>{row.text}</legend>
      <div className={styles.boxes}>
        {options.map((one) => (
          <label key={one.id} className={styles.box}>
            <input
              type="radio"
              name={`${name}-${row.id}`}
              checked={chosen[row.id] === one.id}
              onChange={() => onChange({ ...chosen, [row.id]: one.id })}
            />
            <span>{one.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  ))
}

const Words = ({ question, value, onChange }: ControlProps) => (
  <textarea
    className={styles.words}
    rows={4}
    maxLength={MOST_SURVEY_WORDS}
    aria-label={question.title}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => onChange(target.value)}
  />
)

const controls = { single: Single, multiple: Multiple, rating: Scale, nps: Scale, matrix: Matrix, text: Words }

type ChoicesProps = ControlProps & { no: number; problem: string | undefined }

/** A question with its control. It can have the focus, so that the page goes to one that is not answered. */
export function Choices({ no, problem, ...props }: ChoicesProps) {
  const { question } = props
  const Control = controls[question.type]
  return (
    <fieldset className={styles.question} data-question={question.id} tabIndex={-1} aria-invalid={problem !== undefined}>
      <legend>
        {no}. {question.title}
        {question.required ? (
          <b aria-label={t('必答')} className={styles.must}>
            *
          </b>
        ) : (
          <small>{t('选答')}</small>
        )}
      </legend>
      {question.hint !== '' && <p className={styles.hint}>{question.hint}</p>}
      {question.type === 'multiple' && question.most > 0 && <p className={styles.hint}>{t('最多选 {{n}} 项', { n: question.most })}</p>}
      <Control {...props} />
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
