// The answers to one question: bars, mean, NPS, words; beside those of another survey where there is one.
import { conditionValues, surveyQuestionType } from '@shuyuan/contract/survey/question.ts'
import { Card, Flex, Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { countOf, type ResultQuestionData } from './other.ts'
import styles from './result.module.css'

const PERCENT = 100
type Choice = { id: string; text: string }
type Counts = readonly { key: string; n: number }[]
type Side = { counts: Counts; of: number; options: readonly Choice[] }

const share = (n: number, of: number) => (of === 0 ? 0 : Math.round((n / of) * PERCENT))

/** One bar for each answer, and a second one for the other survey. */
function Bars({ choices, sides, label }: { choices: readonly Choice[]; sides: readonly Side[]; label: string }) {
  return (
    <ul className={styles.bars} aria-label={label}>
      {choices.map((one) => (
        <li key={one.id}>
          <span>{one.text}</span>
          <div>
            {sides.map(({ counts, of, options }, at) => {
              const n = countOf(counts, one, options)
              return (
                // the first is this survey
                // oxlint-disable-next-line react/no-array-index-key
                <div key={at} className={styles.bar} data-side={at}>
                  <i style={{ inlineSize: `${share(n, of)}%` }} />
                  <small>{t('{{n}} 人，{{share}}%', { n, share: share(n, of) })}</small>
                </div>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}

const numbersOf = (question: ResultQuestionData): Choice[] => conditionValues(question).map((text) => ({ id: text, text }))

function Means({ all }: { all: readonly ResultQuestionData[] }) {
  return (
    <p className={styles.means}>
      {all.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the first is this survey
        <span key={at} data-side={at}>
          {t('平均 {{mean}}', { mean: one.mean ?? '–' })}
          {one.type === 'nps' && ` · ${t('净推荐值 {{nps}}', { nps: one.nps ?? '–' })}`}
        </span>
      ))}
    </p>
  )
}

function Words({ all }: { all: readonly ResultQuestionData[] }) {
  return all.map((one, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the first is this survey
    <ul key={at} className={styles.words} data-side={at} aria-label={one.title}>
      {one.texts.map((text, place) => (
        // the same words may have been written twice
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>{text}</li>
      ))}
    </ul>
  ))
}

function Body({ question, all }: { question: ResultQuestionData; all: readonly ResultQuestionData[] }) {
  if (question.type === 'text') return <Words all={all} />
  const sideOf = (one: ResultQuestionData): Side => ({ counts: one.counts, of: one.answered, options: one.options })
  if (question.type === 'matrix')
    return question.rows.map((row) => (
      <div key={row.id} className={styles.row}>
        <h3>{row.text}</h3>
        <Bars
          label={row.text}
          choices={question.options}
          sides={all.map((one) => {
            const own = one.rows.find((each) => each.id === row.id) ?? one.rows.find((each) => each.text === row.text)
            const counts = one.rowCounts.find((each) => each.row === own?.id)?.counts ?? []
            return { counts, of: counts.reduce((sum, each) => sum + each.n, 0), options: one.options }
          })}
        />
      </div>
    ))
  const isScale = question.type === 'rating' || question.type === 'nps'
  return (
    <>
      {isScale && <Means all={all} />}
      <Bars label={question.title} choices={isScale ? numbersOf(question) : question.options} sides={all.map(sideOf)} />
      {isScale && question.low + question.high !== '' && (
        <p className={styles.ends}>
          {question.low} – {question.high}
        </p>
      )}
    </>
  )
}

type ResultQuestionProps = {
  no: number
  question: ResultQuestionData
  other: ResultQuestionData | undefined
  /** of both surveys */
  titles: readonly [string, string]
}

export function ResultQuestion({ no, question, other, titles }: ResultQuestionProps) {
  const all = other ? [question, other] : [question]
  return (
    <Card
      size="small"
      title={
        <h2 className={styles.title}>
          {no}. {question.title}
        </h2>
      }
      extra={
        <Flex gap="small" align="center">
          <Tag>{tLabel(surveyQuestionType[question.type])}</Tag>
          {t('{{n}} 人回答', { n: question.answered })}
        </Flex>
      }
    >
      {other && (
        <p className={styles.legend}>
          {titles.map((one, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the first is this survey
            <span key={at} data-side={at}>
              {one}
            </span>
          ))}
        </p>
      )}
      <Body question={question} all={all} />
    </Card>
  )
}
