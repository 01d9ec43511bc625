// 购买: opens or finds the order, then its dialog.
import type { GoodsType } from '@shuyuan/contract/pay/order-state.ts'
import { payBought } from '@shuyuan/contract/pay/order/bought.ts'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { isPriced } from './cost-text.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './buy-button.module.css'

// most visits buy nothing
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog.tsx')).PayDialog }))

type BuyButtonProps = {
  /** of the goods; read to screen readers */
  title: string
  /** returns the id of the order; a refusal has been shown */
  order: () => Promise<{ orderId: string }>
  big?: boolean
}

export function BuyButton({ title, order, big }: BuyButtonProps) {
  const [orderId, setOrderId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const buy = async () => {
    setBusy(true)
    try {
      setOrderId((await order()).orderId)
    } catch {
      // the refusal has been shown
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className={classes(styles.buy, buttonStyles.btn, buttonStyles.btnPrimary, ...(big ? [] : [buttonStyles.btnSmall]))}
        aria-label={t('购买“{{title}}”', { title })}
        disabled={busy}
        onClick={() => void buy()}
      >
        {t('购买')}
      </button>
      {orderId !== undefined && (
        <Suspense>
          <PayDialog orderId={orderId} onClose={() => setOrderId(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type Goods = { id: string; price: string; costPoints: number }

/** Which of these rows have a price and are not bought yet; none while that is not known. */
export function useToBuy(goodsType: GoodsType, rows: readonly Goods[]): (id: string) => boolean {
  const priced = rows.filter(isPriced).map((row) => row.id)
  const { data } = useCall(payBought.bought, { goodsType, goodsIds: priced }, { quiet: true, enabled: priced.length > 0 })
  return (id) => data !== undefined && priced.includes(id) && !data.goodsIds.includes(id)
}
