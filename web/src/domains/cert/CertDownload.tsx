// The button that downloads the PDF of one's certificate, or says why there is none.
import { fileState, type grant } from '@shuyuan/contract/cert/grant.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'

export type CertRow = RowOf<(typeof grant)['my-paging']>

export function CertDownload({ row }: { row: CertRow }) {
  const label = t('下载证书“{{name}}”', { name: row.title })
  if (row.certFilePdf === '')
    return (
      <button type="button" className={buttonStyles.btn} disabled aria-label={label}>
        {row.status === 'revoked' ? t('下载') : tLabel(fileState[row.fileState])}
      </button>
    )
  return (
    <a
      className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
      href={row.certFilePdf}
      download={`${row.title}_${row.certGrantNo}.pdf`}
      aria-label={label}
    >
      {t('下载')}
    </a>
  )
}
