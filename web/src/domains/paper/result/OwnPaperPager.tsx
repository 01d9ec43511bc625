// Pager of the learner's papers.
import { t } from '../../../kernel/i18n.ts'
import { pageSizes } from '../../../kernel/list/list-query.ts'
import type { ListQueryState } from '../../../kernel/list/useListQuery.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './own-papers.module.css'

const MOST = 100

export function OwnPaperPager({ query: { current, size, go }, total }: { query: ListQueryState; total: number }) {
  const pages = Math.max(1, Math.ceil(total / size))
  // the URL may name a page size that is not offered
  const sizes = [...new Set([...pageSizes.filter((one) => one <= MOST), size])].toSorted((a, b) => a - b)
  return (
    <nav className={styles.papersPager} aria-label={t('分页')}>
      <span>{t('共 {{n}} 条', { n: total })}</span>
      <button
        type="button"
        className={buttonStyles.iconBtn}
        aria-label={t('上一页')}
        disabled={current <= 1}
        onClick={() => go(current - 1, size)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m15 5-7 7 7 7" />
        </svg>
      </button>
      <span className={styles.papersPage} aria-current="page">
        {pages > 1 ? `${current} / ${pages}` : current}
      </span>
      <button
        type="button"
        className={buttonStyles.iconBtn}
        aria-label={t('下一页')}
        disabled={current >= pages}
        onClick={() => go(current + 1, size)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m9 5 7 7-7 7" />
        </svg>
      </button>
      <select
        className={styles.papersField}
        aria-label={t('每页条数')}
        value={size}
        onChange={(event) => go(1, Number(event.target.value))}
      >
        {sizes.map((one) => (
          <option key={one} value={one}>
            {t('{{n}} 条/页', { n: one })}
          </option>
        ))}
      </select>
    </nav>
  )
}
