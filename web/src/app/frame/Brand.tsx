// The site's logo with its name, or the product's mark with the name.
import { tLabel } from '../../kernel/i18n.ts'
import { useSite } from '../../shared/session/session.ts'
import styles from './brand.module.css'

type BrandProps = { side: 'front' | 'back'; compact?: boolean }

export function Brand({ side, compact = false }: BrandProps) {
  const site = useSite()
  const name = tLabel(site?.siteName ?? '书院')
  const logo = side === 'front' ? site?.frontLogo : site?.backLogo
  return (
    <span className={styles.brand}>
      {logo ? (
        <img className={styles.brandLogo} src={logo} alt={compact ? name : ''} />
      ) : (
        <svg
          className={styles.brandMark}
          viewBox="0 0 32 32"
          role={compact ? 'img' : undefined}
          aria-hidden={!compact}
          aria-label={compact ? name : undefined}
        >
          <rect width="32" height="32" rx="8" fill="currentColor" />
          <path
            d="M16 10.5c-2.2-1.7-5.2-2.3-8.5-2v13.2c3.3-.3 6.3.3 8.5 2 2.2-1.7 5.2-2.3 8.5-2V8.5c-3.3-.3-6.3.3-8.5 2Zm0 0v13.2"
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
      )}
      {!compact && <span className={styles.brandName}>{name}</span>}
    </span>
  )
}
