// Loading, empty and error states of a page, without Ant Design, for the learner's first pages.
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import boneStyles from '../plain/bone.module.css'
import buttonStyles from '../plain/button.module.css'
import styles from './page-state.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

type LoadingProps = { shape?: 'page' | 'table' | 'cards' | 'form'; rows?: number; columns?: number }

const shapes = { page: styles.loadingPage, table: styles.loadingTable, cards: styles.loadingCards, form: styles.loadingForm }

/** A skeleton in the shape of the content. `rows` and `columns` only for tables and cards. */
export function PageLoading({ shape = 'page', rows = 8, columns = 4 }: LoadingProps) {
  const count = shape === 'form' ? Math.min(rows, 6) : rows
  return (
    <output className={classes(styles.loading, shapes[shape])} data-part="loading" aria-label={t('加载中')} aria-busy="true">
      {range(count).map((row) => (
        <span key={row} className={styles.loadingRow}>
          {range(shape === 'table' ? columns : shape === 'form' ? 2 : 1).map((cell) => (
            <span key={cell} className={boneStyles.bone} />
          ))}
        </span>
      ))}
    </output>
  )
}

const box = {
  lid: 'M55 12.8 44.9 1.3Q44 0 42.9 0H21.1q-1.2 0-2 1.3L9 12.8V22h46z',
  tray: 'M41.6 16c0-1.7 1-3 2.2-3H55v18.1c0 2.2-1.3 3.9-3 3.9H12c-1.7 0-3-1.7-3-3.9V13h11.2c1.2 0 2.2 1.3 2.2 3s1 2.9 2.2 2.9h14.8c1.2 0 2.2-1.4 2.2-3',
}

type EmptyProps = { text?: string; hint?: ReactNode; action?: ReactNode }

/** An empty page: its text, a hint what it is for, and a button that fills it. */
export function PageEmpty({ text, hint, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 64 41" aria-hidden="true">
        <g transform="translate(0 1)">
          <ellipse className={styles.emptyShade} cx="32" cy="33" rx="32" ry="7" />
          <path d={box.lid} />
          <path className={styles.emptyTray} d={box.tray} />
        </g>
      </svg>
      <span>{text || t('暂无相关数据！')}</span>
      {hint && <span>{hint}</span>}
      {action && <div className={styles.emptyAction}>{action}</div>}
    </div>
  )
}

type ErrorProps = { error?: unknown; onRetry?: () => void; compact?: boolean }
const messageOf = (error: unknown) => (error instanceof Error && error.message ? error.message : t('服务器开小差了呢！'))

const triangle =
  'M34 6.2a2.3 2.3 0 0 1 4 0l32.3 56a2.3 2.3 0 0 1-2 3.4H3.7a2.3 2.3 0 0 1-2-3.4zM34 28h4v16h-4zM36 49.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z'

/** An error, with a button to try again. */
export function PageError({ error, onRetry, compact = false }: ErrorProps) {
  return (
    <div role="alert" data-part="error" className={compact ? classes(styles.failed, styles.failedCompact) : styles.failed}>
      {!compact && (
        <svg className={styles.failedMark} viewBox="0 0 72 72" aria-hidden="true">
          <path fillRule="evenodd" d={triangle} />
        </svg>
      )}
      <span className={styles.failedWords}>{messageOf(error)}</span>
      {onRetry && (
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)} onClick={onRetry}>
          {t('重试')}
        </button>
      )}
    </div>
  )
}
