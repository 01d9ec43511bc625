// Pager of a plain list.
import { t } from '../i18n.ts'
import { classes } from '../theme/classes.ts'
import plainStyles from './plain.module.css'
import styles from './button.module.css'

type Props = { current: number; pages: number; onGo: (page: number) => void }

/** Renders nothing for one page. */
export function PlainPager({ current, pages, onGo }: Props) {
  if (pages <= 1) return null
  return (
    <nav className={plainStyles.plainPager} aria-label={t('分页')}>
      <button type="button" className={classes(styles.btn, styles.btnSmall)} disabled={current <= 1} onClick={() => onGo(current - 1)}>
        {t('上一页')}
      </button>
      <span>
        {current} / {pages}
      </span>
      <button type="button" className={classes(styles.btn, styles.btnSmall)} disabled={current >= pages} onClick={() => onGo(current + 1)}>
        {t('下一页')}
      </button>
    </nav>
  )
}
