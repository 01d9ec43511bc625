// How many answers of a pair are equal, and how many were to be expected.
import { t } from '../../../kernel/i18n.ts'
import type { Pair } from './similar-view.ts'
import styles from './similar.module.css'

const share = (value: number, of: number) => `${Math.min(100, (value / Math.max(1, of)) * 100)}%`

export function SameBar({ pair }: { pair: Pick<Pair, 'common' | 'same' | 'expected'> }) {
  const { common, same, expected } = pair
  return (
    <span className={styles.sameBar}>
      <span>
        <b>{same}</b> / {common} <small>{t('预计约 {{n}}', { n: Math.round(expected) })}</small>
      </span>
      <i aria-hidden>
        <span style={{ inlineSize: share(same, common) }} />
        <em style={{ insetInlineStart: share(expected, common) }} />
      </i>
    </span>
  )
}
