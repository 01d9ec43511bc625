// The price of training on a bank.
import type { repo } from '@shuyuan/contract/repo/repo.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../kernel/i18n.ts'
import { Tag } from '../../kernel/Tag.tsx'

type Priced = Pick<RowOf<typeof repo.paging>, 'price' | 'costPoints'>

export function PriceTag({ row: { price, costPoints } }: { row: Priced }) {
  const prices = [...(Number(price) > 0 ? [`¥${price}`] : []), ...(costPoints > 0 ? [t('{{n}} 积分', { n: costPoints })] : [])]
  return prices.length > 0 ? <Tag tone="warn">{prices.join(` ${t('或')} `)}</Tag> : <Tag tone="good">{t('免费')}</Tag>
}
