// Back office: the licence of this installation.
import { license } from '@shuyuan/contract/site/config/license.ts'
import { Alert, Card, Flex } from 'antd'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { SettingsPage } from '../../../../kernel/form/LongForm.tsx'
import { LicenseFactsView, LicenseUpload } from '../LicenseFactsView.tsx'

export default function LicensePage() {
  const { data, error, refetch } = useCall(license.detail, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <SettingsPage>
      <Card>
        <Flex vertical gap="large">
          {!data.required && <Alert type="info" showIcon title={t('本系统未启用授权检查，没有授权文件也可以使用全部功能。')} />}
          <LicenseFactsView facts={data} />
          <Can permit="sys:license">
            <Flex gap="middle" align="center" wrap>
              <LicenseUpload />
              <span>{t('授权文件由授权方签发，上传后立即对所有服务器生效。')}</span>
            </Flex>
          </Can>
        </Flex>
      </Card>
    </SettingsPage>
  )
}
