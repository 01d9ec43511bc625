// Where a payment service sends the buyer back to: waits until the payment is known.
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import { PayDialog } from '../PayDialog.tsx'
import { places } from '../places.ts'
import buttonStyles from '../../../../kernel/plain/button.module.css'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from '../pay-dialog.module.css'

const POLL_MS = 3_000

export default function PayReturnPage() {
  const { orderId = '' } = useParams()
  const [paying, setPaying] = useState(false)
  const { data, error, refetch } = useCall(payOrder.detail, { id: orderId }, { quiet: true, refetchInterval: POLL_MS })
  if (error && !data)
    return (
      <section>
        <h1>{t('支付结果')}</h1>
        <PageError error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!data) return <PageLoading rows={3} />
  const isPaid = data.orderState === OrderState.paid
  const isOpen = data.orderState === OrderState.unpaid || data.orderState === OrderState.paying
  return (
    <section className={classes(panelStyles.panel, styles.result)}>
      <h1>{data.goodsTitle}</h1>
      <p role="status" className={isPaid ? styles.done : undefined}>
        {isPaid ? t('支付成功！') : isOpen ? t('订单尚未支付成功，请稍后刷新..') : t('订单已过期，请关闭后重新购买')}
      </p>
      <p>
        {isOpen && (
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={() => setPaying(true)}>
            {t('继续支付')}
          </button>
        )}
        {!isOpen && (
          <Link className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} to={places[data.goodsType] + data.goodsId}>
            {isPaid ? t('开始使用') : t('返回')}
          </Link>
        )}
      </p>
      {paying && <PayDialog orderId={orderId} onClose={() => setPaying(false)} />}
    </section>
  )
}
