// Read-only question: stem and options; answer, key and marks if given.
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { ReactNode } from 'react'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { fixedTexts, isVoid, markLabels, markTones, pointsText, type ShownQuestion } from './marked.ts'
import { BlanksView, ChoicesView, MatchView, TextView } from './question-parts.tsx'
import styles from './question-view.module.css'

export type QuestionViewProps = {
  question: ShownQuestion
  /** shown before the stem: a number, or (1) for a part */
  number?: string | number
  /** a part of a composite; the composite itself shows when all of it is void */
  part?: boolean
  /** rendered below the question and below each part, e.g. a marker's fields */
  extra?: (question: ShownQuestion) => ReactNode
}

/** Renders a question of any type, with or without answer, key and marks. */
export function QuestionView({ question, number, part = false, extra }: QuestionViewProps) {
  const { content, score, comment, key, fixed, subList = [] } = question
  const isComposite = question.quType === QuType.composite
  return (
    <article className={styles.qv} data-type={question.quType}>
      <header className={styles.qvHead}>
        {number !== undefined && <span className={styles.qvNumber}>{number}</span>}
        <Tag>{tLabel(quTypeText[question.quType as keyof typeof quTypeText] ?? '')}</Tag>
        <MarkTags question={question} />
        {score !== undefined && <ScoreText question={question} score={score} />}
      </header>
      {fixed && !(part && isVoid(question)) && (
        <p className={styles.qvFixed} role="note">
          {t(fixedTexts[fixed])}
        </p>
      )}
      <HtmlView html={content} className={styles.qvStem} />
      {isComposite ? (
        <ol className={styles.qvSubs}>
          {subList.map((sub, at) => (
            <li key={sub.quId}>
              <QuestionView question={sub} number={`(${at + 1})`} part {...(extra ? { extra } : {})} />
            </li>
          ))}
        </ol>
      ) : (
        <AnswerPart question={question} />
      )}
      {comment ? (
        <p className={styles.qvNote}>
          <b>{t('评语')}</b> {comment}
        </p>
      ) : null}
      {key?.analysis ? (
        <section className={styles.qvNote}>
          <b>{t('解析')}</b>
          <HtmlView html={key.analysis} />
        </section>
      ) : null}
      {extra?.(question)}
    </article>
  )
}

function MarkTags({ question }: { question: ShownQuestion }) {
  const { markState, fixed } = question
  if (isVoid(question)) return <Tag>{t('已作废')}</Tag>
  return (
    <>
      {markState && markState !== 'hidden' && <Tag tone={markTones[markState]}>{t(markLabels[markState])}</Tag>}
      {fixed === 'key' && <Tag tone="info">{t('答案已修正')}</Tag>}
    </>
  )
}

function ScoreText({ question: { gained, fixed }, score }: { question: ShownQuestion; score: number }) {
  if (fixed === 'drop') return <span className={styles.qvScore}>{t('不计分')}</span>
  if (gained === undefined || gained === null) return <span className={styles.qvScore}>{t('{{n}} 分', { n: pointsText(score) })}</span>
  return (
    <span className={styles.qvScore}>{t('得 {{gained}} / {{score}} 分', { gained: pointsText(gained), score: pointsText(score) })}</span>
  )
}

function AnswerPart({ question }: { question: ShownQuestion }) {
  switch (question.quType) {
    case QuType.shortAnswer:
      return <TextView question={question} />
    case QuType.fillIn:
      return <BlanksView question={question} />
    case QuType.matching:
      return <MatchView question={question} />
    default:
      return <ChoicesView question={question} />
  }
}
