// Back and forth through a plain list.
import { t } from '../i18n.ts'
import './plain.css'

type Props = { current: number; pages: number; onGo: (page: number) => void }

/** Nothing where there is one page. */
export function PlainPager({ current, pages, onGo }: Props) {
  if (pages <= 1) return null
  return (
    <nav className="plain-pager" aria-label={t('分页')}>
      <button type="button" className="btn btn-small" disabled={current <= 1} onClick={() => onGo(current - 1)}>
        {t('上一页')}
      </button>
      <span>
        {current} / {pages}
      </span>
      <button type="button" className="btn btn-small" disabled={current >= pages} onClick={() => onGo(current + 1)}>
        {t('下一页')}
      </button>
    </nav>
  )
}
