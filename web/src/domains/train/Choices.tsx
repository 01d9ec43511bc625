// A choice question of a game: stem and options as large buttons; after it is closed, what was right and what both sides chose.
import type { Answer, PaperQuestion } from '@shuyuan/contract/qu/content.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { useId } from 'react'
import { HtmlView } from '../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import styles from './choices.module.css'

export const tagsOf = (answer: Answer | null): string[] => (answer && 'tags' in answer ? answer.tags : [])

type ChoicesProps = {
  question: PaperQuestion
  chosen: readonly string[]
  /** the right tags once they may be shown */
  right?: readonly string[] | undefined
  /** names beside an option: who chose it */
  marks?: Record<string, string[]>
  disabled?: boolean
  onChoose?: (tags: string[]) => void
}

export function Choices({ question, chosen, right, marks = {}, disabled = false, onChoose }: ChoicesProps) {
  const [stemId, groupId] = [useId(), useId()]
  const isMultiple = question.quType === QuType.multiple
  const choose = (tag: string) => {
    if (!isMultiple) return onChoose?.([tag])
    onChoose?.(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag].toSorted())
  }
  const verdictOf = (tag: string) =>
    right === undefined ? undefined : right.includes(tag) ? 'right' : chosen.includes(tag) ? 'wrong' : 'plain'
  return (
    <div className={styles.choices}>
      <div className={styles.choiceStem} id={stemId}>
        <span className={styles.choiceKind}>{tLabel(quTypeText[question.quType as keyof typeof quTypeText] ?? '')}</span>
        <HtmlView html={question.content} />
      </div>
      <div className={styles.choiceList} role="group" id={groupId} aria-label={t('选项')} aria-labelledby={`${stemId} ${groupId}`}>
        {question.answerList.map(({ tag, content, image }) => (
          <button
            key={tag}
            type="button"
            className={styles.choice}
            aria-pressed={chosen.includes(tag)}
            data-verdict={verdictOf(tag)}
            disabled={disabled || right !== undefined}
            onClick={() => choose(tag)}
          >
            <b>{tag}</b>
            <span className={styles.choiceText}>
              <HtmlView html={content} inline zoom={false} />
              {image !== undefined && image !== '' && <img src={image} alt="" />}
            </span>
            {right?.includes(tag) && <i>{t('正确')}</i>}
            {(marks[tag] ?? []).map((name) => (
              <i key={name}>{name}</i>
            ))}
          </button>
        ))}
      </div>
    </div>
  )
}
