// Back office: the API reference in a frame of its own origin.
import { apiDoc } from '@shuyuan/contract/site/config/api-doc.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../../kernel/call/query.ts'
import styles from '../api-frame.module.css'

export default function ApiPage() {
  // read once: the address is valid for a minute, and the frame must not load again
  const { data, error, refetch } = useFormStart(apiDoc.open, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  const { lang, dataset } = document.documentElement
  const look = `lang=${lang.startsWith('en') ? 'en' : 'zh'}&theme=${dataset.theme === 'dark' ? 'dark' : 'light'}`
  return <iframe className={styles.apiFrame} title={t('接口文档')} src={`${data.url}&${look}`} sandbox="allow-scripts" />
}
