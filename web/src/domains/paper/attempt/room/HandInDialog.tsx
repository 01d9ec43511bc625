// Confirmation before hand-in: lists unanswered and flagged questions as links.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Dialog, focusFirst } from '../../../../kernel/plain/Dialog.tsx'
import { isAnswered } from '../../question/answer.ts'
import type { Step } from '../../question/questions.ts'
import styles from './room.module.css'

type HandInDialogProps = {
  steps: readonly Step[]
  answers: ReadonlyMap<string, Answer | null>
  /** ids of questions */
  flagged: ReadonlySet<string>
  /** earliest hand-in, `yyyy-MM-dd HH:mm:ss`; null: any time */
  earliest: string | null
  mayGo: (number: number) => boolean
  onGo: (number: number) => void
  onHand: () => void
  onCancel: () => void
}

type NumbersProps = { title: string; numbers: readonly number[] } & Pick<HandInDialogProps, 'mayGo' | 'onGo'>

function Numbers({ title, numbers, mayGo, onGo }: NumbersProps) {
  if (numbers.length === 0) return null
  return (
    <section className={styles.handNumbers}>
      <h3>{title}</h3>
      <div>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.cardCell}
            aria-label={t('第 {{number}} 题', { number })}
            disabled={!mayGo(number)}
            onClick={() => onGo(number)}
          >
            {number}
          </button>
        ))}
      </div>
    </section>
  )
}

const numbersOf = (steps: readonly Step[]) => steps.map(({ number }) => number)

export function HandInDialog({ steps, answers, flagged, earliest, mayGo, onGo, onHand, onCancel }: HandInDialogProps) {
  const total = steps.length
  const unanswered = numbersOf(steps.filter(({ question }) => !isAnswered(question, answers.get(question.quId))))
  return (
    <Dialog
      title={t('确认交卷')}
      onClose={onCancel}
      footer={
        // while something is blank, most people want to go on
        unanswered.length === 0 ? (
          <>
            <Button onClick={onCancel}>{t('继续作答')}</Button>
            <Button strong {...focusFirst} onClick={onHand}>
              {t('确认交卷')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onHand}>{t('确认交卷')}</Button>
            <Button strong {...focusFirst} onClick={onCancel}>
              {t('继续作答')}
            </Button>
          </>
        )
      }
    >
      <p>
        {unanswered.length === 0
          ? t('全部 {{total}} 题已作答，交卷后不能再修改。', { total })
          : t('还有 {{n}} 题未作答，交卷后不能再修改。', { n: unanswered.length })}
      </p>
      <Numbers title={t('未作答')} numbers={unanswered} mayGo={mayGo} onGo={onGo} />
      <Numbers
        title={t('已标记')}
        numbers={numbersOf(steps.filter(({ question }) => flagged.has(question.quId)))}
        mayGo={mayGo}
        onGo={onGo}
      />
      {earliest !== null && <p className={styles.roomDim}>{t('最早交卷时间：{{time}}', { time: earliest })}</p>}
    </Dialog>
  )
}
