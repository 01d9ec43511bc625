// Above the list: the user's imports that are not committed yet.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { Alert, Flex } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import styles from './stage.module.css'

/** Imports for one bank, or for all without a chosen bank. A failure is not shown, because the list is the main content. */
export function WaitingImports({ repoId }: { repoId: string | undefined }) {
  const { data = [] } = useCall(quImport.waiting, repoId ? { repoId } : {}, { enabled: can(['qu:import']), quiet: true })
  if (data.length === 0) return null
  return (
    <Alert
      className={styles.stageWaiting}
      type="info"
      showIcon
      title={
        <Flex wrap gap="4px 12px">
          <span>{t('有 {{n}} 次导入待确认', { n: data.length })}</span>
          {data.map((one) => (
            <Link key={one.id} to={`/admin/repo/qu/import/${one.id}`}>
              {t('{{file}}（{{n}}题）', { file: one.fileName, n: one.total })}
            </Link>
          ))}
        </Flex>
      }
    />
  )
}
