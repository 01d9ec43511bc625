// What a price of a form lacks: ways to pay that the site has not enabled, with the way to enable them.
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { can } from '../../../kernel/access/permission.ts'

type Kind = 'money' | 'points'

/** Whether the site has no enabled way to pay of this kind; false while that is not known. */
export function usePayLacks(kind: Kind): boolean {
  const { data } = useCall(payConfig.list, {}, { quiet: true, staleTime: 60_000 })
  return data !== undefined && !data.some(({ name, enabled }) => enabled && (name === 'points') === (kind === 'points'))
}

/** Below a field for a price: `text`, and that learners cannot pay in this way now. */
export function PriceNote({ kind, text }: { kind: Kind; text: string }) {
  const lacks = usePayLacks(kind)
  if (!lacks) return text
  const note = kind === 'money' ? t('还没有启用支付方式，学员不能付款') : t('积分支付没有启用，学员不能用积分购买')
  return (
    <>
      {text} {note}
      {can(['pay:config']) && (
        <>
          {' '}
          <Link to="/admin/pay/config">
            <u>{t('去启用')}</u>
          </Link>
        </>
      )}
    </>
  )
}
