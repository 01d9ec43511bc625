// An own order in full, above the list of all: where a message about it leads, however old it is.
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { goodsType } from '@shuyuan/contract/pay/order-state.ts'
import { Link } from 'react-router'
import { tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { places } from './places.ts'
import factsStyles from '../../../kernel/plain/facts.module.css'
import styles from './own-order.module.css'

export function OwnOrder({ id }: { id: string }) {
  const { data, error, refetch } = useCall(payOrder.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading rows={2} />
  const rows = [
    [tLabel('订单状态'), tLabel(data.orderState_dictText)],
    [tLabel('订单号'), data.orderNo],
    [tLabel('类型'), tLabel(goodsType[data.goodsType])],
    data.costPoints > 0 ? [tLabel('应付积分'), String(data.costPoints)] : [tLabel('应付金额'), `¥${data.price}`],
    [tLabel('付款时间'), data.payTime?.slice(0, 16) ?? '—'],
  ] as const
  return (
    <section className={styles.named} aria-label={tLabel('订单详情')}>
      <h3>
        <Link to={places[data.goodsType] + data.goodsId}>{data.goodsTitle}</Link>
      </h3>
      <dl className={factsStyles.facts}>
        {rows.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
