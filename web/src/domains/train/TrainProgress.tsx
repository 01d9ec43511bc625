// How far a training is: a bar of right, wrong and other answers, and right answers in a row.
import { t } from '../../kernel/i18n.ts'
import type { CardRow } from './train-labels.ts'
import styles from './train.module.css'

/** From here on a row of right answers is worth a word. */
const ROW = 3
const kinds = ['right', 'wrong', 'rest'] as const
const kindOf = ({ result }: CardRow) => (result === 'right' || result === 'wrong' ? result : 'rest')

/** `inRow`: right answers in a row until now. */
export function TrainProgress({ card, inRow }: { card: CardRow[]; inRow: number }) {
  const answered = card.filter((row) => row.result !== null)
  return (
    <div className={styles.trainProgress}>
      <span
        className={styles.trainDone}
        role="progressbar"
        aria-label={t('训练进度')}
        aria-valuenow={answered.length}
        aria-valuemin={0}
        aria-valuemax={card.length}
      >
        {kinds.map((kind) => (
          <i
            key={kind}
            data-kind={kind}
            style={{ inlineSize: `${(answered.filter((row) => kindOf(row) === kind).length * 100) / card.length}%` }}
          />
        ))}
      </span>
      {inRow >= ROW && <b key={inRow}>{t('连对 {{n}} 题', { n: inRow })}</b>}
    </div>
  )
}
