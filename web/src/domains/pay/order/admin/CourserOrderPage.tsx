// Back office: orders by kind of goods; the refunds, where failed ones are retried.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { goodsType, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { Button, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { Tag, type Tone } from '../../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { money, Orders, refreshed } from '../Orders.tsx'

const REFUND = 'pay:order:refund'
type RefundRow = RowOf<(typeof payOrder)['refund-paging']>

const refundTones: Record<RefundState, Tone> = {
  [RefundState.asked]: 'info',
  [RefundState.processing]: 'info',
  [RefundState.done]: 'good',
  [RefundState.failed]: 'bad',
}

function Refunds() {
  const retry = useCommand(payOrder['refund-retry'], { refresh: refreshed })
  const again = (row: RefundRow) =>
    can([REFUND]) &&
    row.refundState === RefundState.failed && (
      <Button type="link" size="small" loading={retry.isPending} onClick={() => retry.mutate({ id: row.id })}>
        {t('重试')}
      </Button>
    )
  return (
    <ListPage
      of={payOrder['refund-paging']}
      search={['orderNo', 'refundState']}
      columns={[
        { name: 'refundNo', width: 190 },
        { name: 'goodsTitle', width: 120, ellipsis: true },
        { name: 'realName', width: 80, ellipsis: true },
        { name: 'channel', title: '支付方式', width: 78, render: (row) => tLabel(row.channel_dictText) },
        { name: 'amount', width: 100, align: 'right', sortable: true, render: (row) => money(row.amount) },
        { name: 'points', width: 90, align: 'right', hidden: true },
        { name: 'reason', width: 100, ellipsis: true },
        {
          name: 'refundState',
          width: 88,
          render: (row) => <Tag tone={refundTones[row.refundState]}>{tLabel(row.refundState_dictText)}</Tag>,
        },
        { name: 'error', width: 160 },
        { name: 'createTime', width: 110, sortable: true },
        { name: 'doneTime', width: 172, hidden: true },
      ]}
      actionsWidth={80}
      actions={again}
    />
  )
}

export default function CourserOrderPage() {
  const [address, setAddress] = useSearchParams()
  const tab = address.get('tab') ?? 'course'
  const items = [
    ...(['course', 'exam', 'repo'] as const).map((type) => ({
      key: type,
      label: tLabel(goodsType[type]),
      children: <Orders type={type} />,
    })),
    { key: 'refund', label: t('退款记录'), children: <Refunds /> },
  ]
  return <Tabs activeKey={tab} destroyOnHidden items={items} onChange={(key) => setAddress({ tab: key }, { replace: true })} />
}
