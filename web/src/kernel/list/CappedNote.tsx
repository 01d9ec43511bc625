// Notice that the total of a list is only a lower bound.
import { Tag } from 'antd'
import { t } from '../i18n.ts'
import type { ListHandle } from './list-types.ts'

/** The number up to which the server counts rows of its largest tables. */
const LIMIT = 10_000

/** For the toolbar of a list whose count stops at 10,000. */
export function CappedNote({ total }: Pick<ListHandle<unknown>, 'total'>) {
  if (total === undefined || total < LIMIT) return null
  return <Tag color="warning">{t('结果太多，只列出最近的 {{n}} 条，请缩小查询范围', { n: LIMIT.toLocaleString('en-US') })}</Tag>
}
