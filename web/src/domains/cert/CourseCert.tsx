// The certificate that a finished course gave, on the course's page.
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { tLabel } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { useSite } from '../../shared/session/session.ts'
import { CertDownload } from './CertDownload.tsx'
import styles from './course-cert.module.css'

const POLL_MS = 3_000

/** Renders nothing where the course gave none. */
export function CourseCert({ courseId }: { courseId: string }) {
  const isOn = useSite()?.props.moduleCert === true
  const params = { refType: 'course' as const, refId: courseId }
  const { data } = useCall(
    grant['my-paging'],
    { size: 1, params },
    {
      quiet: true,
      enabled: isOn,
      refetchInterval: (query) => (query.state.data?.records[0]?.fileState === FileState.waiting ? POLL_MS : false),
    },
  )
  const [row] = data?.records ?? []
  if (!row || row.status === 'revoked') return null
  return (
    <article className={styles.courseCert} aria-label={tLabel('证书')}>
      <div className={styles.courseCertSheet}>
        <small>{row.authority}</small>
        <b>{row.title}</b>
        <span>{row.certGrantNo}</span>
        <time>{row.createTime.slice(0, 10)}</time>
      </div>
      <div className={styles.courseCertWays}>
        <CertDownload row={row} />
        <Link className={buttonStyles.btn} to="/web/uc?to=cert">
          {tLabel('我的证书')}
        </Link>
      </div>
    </article>
  )
}
