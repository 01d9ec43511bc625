// Back office: orders by kind of goods with totals, export and refunds; the refunds, where failed ones are retried.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { type GoodsType, goodsType, OrderState, RefundState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { Alert, Button, Tabs } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { download } from '../../../../kernel/call/api.ts'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import type { ListHandle } from '../../../../kernel/list/list-types.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { Figures } from '../../../../kernel/piece/Figures.tsx'
import { Tag, type Tone } from '../../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import styles from '../../../../kernel/plain/text.module.css'

const Field = fieldOf(payOrder.refund)
const REFUND = 'pay:order:refund'
type Row = RowOf<typeof payOrder.paging>
type RefundRow = RowOf<(typeof payOrder)['refund-paging']>

const orderTones: Record<OrderState, Tone> = {
  [OrderState.unpaid]: 'plain',
  [OrderState.paying]: 'info',
  [OrderState.paid]: 'good',
  [OrderState.closed]: 'plain',
  [OrderState.refunded]: 'warn',
}
const refundTones: Record<RefundState, Tone> = {
  [RefundState.asked]: 'info',
  [RefundState.processing]: 'info',
  [RefundState.done]: 'good',
  [RefundState.failed]: 'bad',
}
/** An amount with its thousands apart. */
const grouped = (amount: string) => amount.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
const money = (amount: string) => <span className={styles.tabular}>{`¥${amount}`}</span>
/** Of a time, without its seconds. */
const MINUTES = 'yyyy-MM-dd HH:mm'.length
const refreshed = [payOrder.paging, payOrder.total, payOrder['refund-paging']]

function Totals({ params }: { params: Record<string, unknown> }) {
  const { data } = useCall(payOrder.total, params, { quiet: true })
  if (!data) return null
  return (
    <Figures
      label={t('订单合计')}
      items={[
        { label: t('订单数'), value: data.count.toLocaleString('en-US') },
        { label: t('已支付'), value: data.paid.toLocaleString('en-US') },
        { label: t('实收金额'), value: `¥${grouped(data.amount)}` },
        { label: t('已退金额'), value: `¥${grouped(data.refunded)}` },
        { label: t('实付积分'), value: data.points.toLocaleString('en-US') },
      ]}
    />
  )
}

function RefundDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const rest = (Number(row.paidAmount) - Number(row.refunded)).toFixed(2)
  const hasMoney = Number(rest) > 0
  return (
    <FormDialog
      of={payOrder.refund}
      open
      title={t('退款：{{title}}', { title: row.goodsTitle })}
      initial={{ id: row.id, revokeCert: true, ...(hasMoney ? { amount: rest } : {}) }}
      submitText="确认退款"
      done={t('退款已提交')}
      refresh={refreshed}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        style={{ marginBlockEnd: 16 }}
        title={
          row.paidPoints > 0
            ? t('积分全部退回，学员不能再使用，学习记录保留')
            : t('全额退款后学员不能再使用，学习记录保留；部分退款不影响使用')
        }
      />
      {hasMoney && <Field name="amount" extra={t('最多可退 ¥{{rest}}', { rest })} />}
      <Field name="reason" />
      {row.unsendable && hasMoney && (
        <Field name="elsewhere" extra={t('没有这个订单在支付服务的付款记录，系统不能退款：先用其他方式退还，再勾选')} />
      )}
      {row.invoiced && <Field name="invoiceReversed" extra={t('订单已开发票时，先在税务系统开红字发票，再勾选')} />}
      {row.goodsType !== 'repo' && <Field name="revokeCert" extra={t('全额退款时，撤销付款后由此自动获得的证书')} />}
    </FormDialog>
  )
}

function Orders({ type }: { type: GoodsType }) {
  const [refunding, setRefunding] = useState<Row>()
  const toolbar = (list: ListHandle<Row>) => (
    <Can permit="pay:order:export">
      <Button
        onClick={() => {
          // a failed download has shown its message
          download(payOrder.export, { params: { ...list.params, goodsType: type } }).catch(() => undefined)
        }}
      >
        {t('导出订单')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={payOrder.paging}
        fixedParams={{ goodsType: type }}
        search={['goodsTitle', 'realName', 'orderNo', 'orderState', 'payMethod', { name: 'fromTime', until: 'toTime', title: '付款时间' }]}
        columns={[
          { name: 'orderNo', width: 196 },
          { name: 'goodsTitle', width: 140, main: true, ellipsis: true, sortable: true },
          { name: 'realName', width: 80, ellipsis: true },
          { name: 'userName', width: 110, ellipsis: true, hidden: true },
          { name: 'price', width: 100, align: 'right', sortable: true, hidden: true, render: (row) => money(row.price) },
          { name: 'paidAmount', width: 100, align: 'right', sortable: true, render: (row) => money(row.paidAmount) },
          { name: 'paidPoints', width: 90, align: 'right', hidden: true },
          { name: 'refunded', width: 100, align: 'right', render: (row) => money(row.refunded) },
          { name: 'couponCode', width: 140, hidden: true },
          { name: 'payMethod', title: '支付方式', width: 90 },
          {
            name: 'orderState',
            width: 92,
            render: (row) => <Tag tone={orderTones[row.orderState]}>{tLabel(row.orderState_dictText)}</Tag>,
          },
          { name: 'createTime', width: 172, sortable: true, hidden: true },
          { name: 'payTime', width: 148, sortable: true, render: (row) => row.payTime?.slice(0, MINUTES) ?? '—' },
        ]}
        actionsWidth={68}
        actions={(row) =>
          can([REFUND]) &&
          row.orderState === OrderState.paid && (
            <Button
              type="link"
              size="small"
              danger
              aria-label={t('退款：{{title}}', { title: row.goodsTitle })}
              onClick={() => setRefunding(row)}
            >
              {t('退款')}
            </Button>
          )
        }
        figures={(list) => <Totals params={{ ...list.params, goodsType: type }} />}
        toolbar={toolbar}
        empty={{ hint: t('学员购买后，订单会出现在这里') }}
      />
      {refunding && <RefundDialog row={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
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
