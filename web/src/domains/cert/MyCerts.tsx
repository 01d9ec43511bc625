// The user's certificates, with their files; read again while a file is being made.
import { certStatus, FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { useSearchParams } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import { CertDownload, type CertRow } from './CertDownload.tsx'
import { certTone } from './cert-tone.ts'
import styles from './my-certs.module.css'

/** The certificate that the address names is shown first of all. */
const showNamed = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'center' })
const LIMIT = 100
const POLL_MS = 3_000
const isWaiting = (row: CertRow) => row.fileState === FileState.waiting && row.status !== 'revoked'

export function MyCerts() {
  const [query] = useSearchParams()
  const named = query.get('id')
  const { data, error, refetch } = useCall(
    grant['my-paging'],
    { current: 1, size: LIMIT, params: {} },
    { quiet: true, refetchInterval: (call) => (call.state.data?.records.some(isWaiting) ? POLL_MS : false) },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={2} />
  if (data.total === 0) return <PageEmpty hint={t('学完课程、通过考试得到的证书会出现在这里。')} />
  return (
    <ul className={styles.certs}>
      {data.records.map((row) => (
        <li key={row.id} aria-current={row.id === named || undefined} ref={row.id === named ? showNamed : undefined}>
          <h3>
            {row.title} <Tag tone={certTone[row.status]}>{tLabel(certStatus[row.status])}</Tag>
          </h3>
          <dl>
            <dt>{tLabel('证书编号')}</dt>
            <dd>{row.certGrantNo}</dd>
            <dt>{tLabel('颁发机构')}</dt>
            <dd>{row.authority}</dd>
            <dt>{tLabel('获得时间')}</dt>
            <dd>{row.createTime.slice(0, 10)}</dd>
            <dt>{tLabel('有效期至')}</dt>
            <dd>{row.expireTime?.slice(0, 10) ?? t('长期有效')}</dd>
            {row.revokeReason !== '' && (
              <>
                <dt>{tLabel('撤销原因')}</dt>
                <dd>{row.revokeReason}</dd>
              </>
            )}
          </dl>
          <div className={styles.certActions}>
            <CertDownload row={row} />
            <a className={buttonStyles.btn} href={`/cert/${row.certGrantNo}`} target="_blank" rel="noopener">
              {t('验证')}
            </a>
          </div>
        </li>
      ))}
    </ul>
  )
}
