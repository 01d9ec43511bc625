// A small bar chart drawn with CSS; screen readers get a list.
import { t } from '../../../kernel/i18n.ts'
import styles from './exam-stat.module.css'

export type Column = { key: string; label: string; value: number; hint?: string; strong?: boolean }

export function Columns({ columns, label }: { columns: readonly Column[]; label: string }) {
  const most = Math.max(1, ...columns.map((one) => one.value))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the columns are wider than the page and scroll
    <ol className={styles.statColumns} aria-label={label} tabIndex={0}>
      {columns.map((one) => (
        <li key={one.key} title={one.hint} data-strong={one.strong}>
          <span>
            {one.value}
            {one.hint !== undefined && <small>{one.hint}</small>}
          </span>
          <i style={{ blockSize: `${(one.value / most) * 100}%` }} />
          <span className={styles.statColumnLabel}>{one.label}</span>
        </li>
      ))}
      {columns.length === 0 && <li>{t('暂无相关数据！')}</li>}
    </ol>
  )
}

/** A share as a bar with its percentage. */
export function ShareBar({ share, tone }: { share: number | null; tone?: 'right' | 'weak' | undefined }) {
  if (share === null) return <span>—</span>
  return (
    <span className={styles.shareBar} data-tone={tone}>
      <i aria-hidden>
        <b style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </i>
      <span>{percent(share)}</span>
    </span>
  )
}

export const percent = (share: number | null) => (share === null ? '—' : `${Math.round(share * 1_000) / 10}%`)
