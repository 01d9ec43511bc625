// Shown without a valid licence: the server's message, the facts of the licence, and its renewal.
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { license } from '@shuyuan/contract/site/config/license.ts'
import { useSearchParams } from 'react-router'
import { LicenseFactsView, LicenseUpload } from '../../domains/site/config/LicenseFactsView.tsx'
import { t } from '../../kernel/i18n.ts'
import { messageText } from '../../kernel/messages.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { can } from '../../kernel/access/permission.ts'
import { currentSession } from '../../shared/session/session.ts'
import { getToken } from '../../kernel/call/token.ts'
import { VisitorLayout } from './VisitorLayout.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from '../../domains/site/config/license.module.css'

export function LicensePage() {
  const [query] = useSearchParams()
  const { data, error, refetch } = useCall(license.detail, {}, { quiet: true })
  const open = data !== undefined && (data.state === 'valid' || !data.required)
  const mayUpload = currentSession() !== undefined && can(['sys:license'])
  return (
    <VisitorLayout title={t('系统授权')}>
      <section className={styles.licenseCard}>
        <h1>{query.get('msg') || (open ? t('系统授权') : messageText(sayError('licence')))}</h1>
        <p>{open ? t('系统可以正常使用。') : mayUpload ? t('请上传新的授权文件。') : t('请联系管理员更新系统授权。')}</p>
        {data && <LicenseFactsView facts={data} />}
        {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
        <div className={styles.licenseActions}>
          {mayUpload && <LicenseUpload />}
          {getToken() === '' && !open && (
            <a className={buttonStyles.btn} href="/login">
              {t('管理员登录')}
            </a>
          )}
          <a className={buttonStyles.btn} href="/">
            {t('返回首页')}
          </a>
        </div>
      </section>
    </VisitorLayout>
  )
}
