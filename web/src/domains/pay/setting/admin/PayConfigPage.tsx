// Back office: the merchant accounts of the site.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { Alert } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { SettingsPage } from '../../../../kernel/form/LongForm.tsx'
import { MerchantCard } from '../MerchantCard.tsx'

/** Where the notices go. Without an address in the settings it is only a guess. */
function NoticeAddress() {
  const { data } = useCall(payConfig.address, {}, { quiet: true })
  if (!data) return null
  const isReachable = data.notifyUrl.startsWith('https:')
  const note =
    data.isSet && isReachable
      ? t('支付平台会访问这个地址，请确认公网可以打开。收不到通知时，系统每分钟主动查询一次。')
      : data.isSet
        ? t('支付通知需要公网 https 网址：请在站点设置中修改移动端地址。')
        : t('移动端地址没有填写，暂用您打开本页的网址。请在站点设置中填写公网 https 网址，否则收不到支付通知。')
  return (
    <Alert
      type={data.isSet && isReachable ? 'info' : 'warning'}
      showIcon
      title={t('支付通知地址：{{address}}', { address: `${data.notifyUrl}…` })}
      description={note}
    />
  )
}

export default function PayConfigPage() {
  const { data, error, refetch } = useCall(payConfig.detail, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={4} />
  return (
    <SettingsPage>
      <NoticeAddress />
      {data.map((one: Data<typeof payConfig.save>) => (
        <MerchantCard key={one.name} merchant={one} />
      ))}
    </SettingsPage>
  )
}
