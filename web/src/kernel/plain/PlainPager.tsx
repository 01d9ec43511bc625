// Pager of a plain list.
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import plainStyles from './plain.module.css'
import styles from './button.module.css'

type Props = {
  current: number
  pages: number
  onGo: (page: number) => void
  /** the total of rows and the choice of a page size; a pager with them is shown for one page too */
  rows?: { total: number; size: number; sizes: readonly number[]; onSize: (size: number) => void }
}

/** Renders nothing for one page without `rows`. */
export function PlainPager({ current, pages, onGo, rows }: Props) {
  if (pages <= 1 && !rows) return null
  return (
    <nav className={plainStyles.plainPager} aria-label={t('分页')}>
      {rows && <span>{t('共 {{n}} 条', { n: rows.total })}</span>}
      <button type="button" className={classes(styles.btn, styles.btnSmall)} disabled={current <= 1} onClick={() => onGo(current - 1)}>
        {t('上一页')}
      </button>
      <span aria-current="page">
        {current} / {pages}
      </span>
      <button type="button" className={classes(styles.btn, styles.btnSmall)} disabled={current >= pages} onClick={() => onGo(current + 1)}>
        {t('下一页')}
      </button>
      {rows && (
        <select
          className={plainStyles.plainSizes}
          aria-label={t('每页条数')}
          value={rows.size}
          onChange={(event) => rows.onSize(Number(event.target.value))}
        >
          {rows.sizes.map((one) => (
            <option key={one} value={one}>
              {t('{{n}} 条/页', { n: one })}
            </option>
          ))}
        </select>
      )}
    </nav>
  )
}
