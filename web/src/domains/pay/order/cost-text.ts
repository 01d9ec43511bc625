// Prices as texts.
import type { PayMethod } from '@shuyuan/contract/pay/order-state.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'

type Cost = { price: string; costPoints: number }

/** What goods cost, in a way to pay or in all; '' when they are free. */
export function costOf({ price, costPoints }: Cost, method?: PayMethod): string {
  if (method === 'points') return t('{{n}} 积分', { n: costPoints })
  if (method !== undefined) return `¥${price}`
  const parts = [...(Number(price) > 0 ? [`¥${price}`] : []), ...(costPoints > 0 ? [t('{{n}} 积分', { n: costPoints })] : [])]
  return parts.join(t(' 或 '))
}
/** What an order costs in the ways that are offered for it; in all while none is. */
export const offeredCost = ({ price, costPoints, methods }: Cost & { methods: readonly PayMethod[] }): string =>
  costOf(
    methods.length === 0
      ? { price, costPoints }
      : { price: methods.some((one) => one !== 'points') ? price : '0', costPoints: methods.includes('points') ? costPoints : 0 },
  )
/** What goods cost in the ways that the site has enabled; in money while these are unknown or none is. '' when the goods are free. */
export function useOfferedCost(goods: Cost): string {
  const hasChoice = Number(goods.price) > 0 && goods.costPoints > 0
  const { data = [] } = useCall(payConfig.list, {}, { quiet: true, enabled: hasChoice, staleTime: 60_000 })
  if (!hasChoice) return costOf(goods)
  const methods = data.filter((one) => one.enabled).map((one) => one.name)
  return offeredCost({ ...goods, methods: methods.length === 0 ? ['local'] : methods })
}
export const isPriced = (goods: Cost): boolean => Number(goods.price) > 0 || goods.costPoints > 0
