// The answer card of a training: every question with its result, shown by symbol and colour.
import { useState } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import type { CardRow } from './train-labels.ts'
import { classes } from '../../kernel/theme/classes.ts'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './train.module.css'

const PAGE = 100
const marks: Record<NonNullable<CardRow['result']>, [sign: string, label: PlainText]> = {
  right: ['✓', '正确'],
  wrong: ['✗', '错误'],
  partial: ['½', '部分正确'],
  blank: ['○', '未作答'],
  pending: ['✎', '已作答'],
  answered: ['●', '已作答'],
}

type TrainCardProps = {
  card: CardRow[]
  position: number
  /** review mode: nothing is answered, so no counts are shown */
  isReview: boolean
  /** in a sheet, which has the title */
  bare?: boolean
  onGo: (at: number) => void
}

/** Shows a hundred questions at a time, because banks may hold tens of thousands. */
export function TrainCard({ card, position, isReview, bare = false, onGo }: TrainCardProps) {
  const [chosen, setChosen] = useState<number>()
  const pages = Math.ceil(card.length / PAGE)
  const page = chosen ?? Math.floor(position / PAGE)
  const from = page * PAGE
  const count = (result: CardRow['result']) => card.filter((row) => row.result === result).length
  return (
    <aside className={bare ? styles.trainSheet : classes(panelStyles.panel, styles.trainCard)} aria-label={t('答题卡')}>
      <header>
        {!bare && <h2>{t('答题卡')}</h2>}
        {!isReview && (
          <span className={styles.trainDim}>
            ✓ {count('right')} · ✗ {count('wrong') + count('partial')}
          </span>
        )}
      </header>
      {pages > 1 && (
        <select value={page} aria-label={t('题号范围')} onChange={(event) => setChosen(Number(event.target.value))}>
          {Array.from({ length: pages }, (_, at) => (
            <option key={at} value={at}>
              {at * PAGE + 1}–{Math.min(card.length, (at + 1) * PAGE)}
            </option>
          ))}
        </select>
      )}
      <div className={styles.trainCells}>
        {card.slice(from, from + PAGE).map((row, i) => {
          const at = from + i
          const [sign, resultLabel] = row.result ? marks[row.result] : (['', '未作答'] as const)
          const label = [
            t('第 {{number}} 题', { number: at + 1 }),
            ...(isReview ? [] : [t(resultLabel)]),
            ...(row.favourite ? [t('已收藏')] : []),
          ].join('，')
          return (
            <button
              key={row.quId}
              type="button"
              data-result={row.result ?? undefined}
              aria-current={at === position ? 'true' : undefined}
              aria-label={label}
              onClick={() => {
                setChosen(undefined)
                onGo(at)
              }}
            >
              {at + 1}
              <i aria-hidden="true">
                {sign}
                {row.favourite ? '★' : ''}
              </i>
            </button>
          )
        })}
      </div>
    </aside>
  )
}
