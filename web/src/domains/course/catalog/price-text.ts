// The price of a course in the back office.
import { t } from '../../../kernel/i18n.ts'

/** Money and points, either buys the course; 免费 without both. */
export function priceText({ price, costPoints }: { price: string | number; costPoints: number }): string {
  const money = Number(price) > 0 ? [`¥${price}`] : []
  const points = costPoints > 0 ? [t('{{n}} 积分', { n: costPoints })] : []
  return [...money, ...points].join(' / ') || t('免费')
}
