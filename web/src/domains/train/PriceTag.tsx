// The price of training on a bank.
import type { repo } from '@shuyuan/contract/repo/repo.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../kernel/i18n.ts'
import { useOfferedCost } from '../pay/order/cost-text.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'

type Priced = Pick<RowOf<typeof repo.paging>, 'price' | 'costPoints'>

export function PriceTag({ row }: { row: Priced }) {
  const cost = useOfferedCost(row)
  return cost === '' ? <Tag tone="good">{t('免费')}</Tag> : <Tag tone="warn">{cost}</Tag>
}
