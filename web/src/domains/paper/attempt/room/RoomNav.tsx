// Previous, answer card and next buttons; at the bottom on phones.
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import styles from './room.module.css'

type RoomNavProps = {
  /** index of the current question, from 0 */
  at: number
  total: number
  /** number of answered questions; undefined when the card is shown beside the question */
  answered: number | undefined
  canHand: boolean
  canBack: boolean
  /** the next question is loading */
  busy: boolean
  /** takes a question number, from 1 */
  onGo: (number: number) => void
  onCard: () => void
  onHand: () => void
}

export function RoomNav({ at, total, answered, canHand, canBack, busy, onGo, onCard, onHand }: RoomNavProps) {
  return (
    <nav className={styles.roomNav} aria-label={t('题目切换')}>
      <Button disabled={at === 0 || !canBack} onClick={() => onGo(at)}>
        {t('上一题')}
      </Button>
      {answered !== undefined && <Button onClick={onCard}>{t('答题卡 {{answered}}/{{total}}', { answered, total })}</Button>}
      {at >= total - 1 ? (
        <Button strong disabled={!canHand} onClick={onHand}>
          {t('检查并交卷')}
        </Button>
      ) : (
        <Button strong busy={busy} onClick={() => onGo(at + 2)}>
          {t('下一题')}
        </Button>
      )}
    </nav>
  )
}
