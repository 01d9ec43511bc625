// Back office: the merchant accounts of the site.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { Alert, Flex } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { MerchantCard } from '../MerchantCard.tsx'

export default function PayConfigPage() {
  const { data, error, refetch } = useCall(payConfig.detail, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={4} />
  return (
    <Flex vertical gap="middle" style={{ maxWidth: 920 }}>
      <Alert type="info" showIcon title={t('支付通知需要公网 https 网址：请在系统设置中填写移动端地址')} />
      {data.map((one: Data<typeof payConfig.save>) => (
        <MerchantCard key={one.name} merchant={one} />
      ))}
    </Flex>
  )
}
