// Orders of one kind of goods, or of one thing, with totals, export and refunds.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { type GoodsType, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import type { ListHandle } from '../../../kernel/list/list-types.ts'
import { can } from '../../../kernel/access/permission.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import { Tag, type Tone } from '../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import styles from '../../../kernel/plain/text.module.css'

const Field = fieldOf(payOrder.refund)
const REFUND = 'pay:order:refund'
type Row = RowOf<typeof payOrder.paging>

const orderTones: Record<OrderState, Tone> = {
  [OrderState.unpaid]: 'plain',
  [OrderState.paying]: 'info',
  [OrderState.paid]: 'good',
  [OrderState.closed]: 'plain',
  [OrderState.refunded]: 'warn',
}
/** An amount with its thousands apart. */
const grouped = (amount: string) => amount.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
export const money = (amount: string) => <span className={styles.tabular}>{`¥${grouped(amount)}`}</span>
/** Of a time, without its seconds. */
const MINUTES = 'yyyy-MM-dd HH:mm'.length
export const refreshed = [payOrder.paging, payOrder.total, payOrder['refund-paging']]

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

/** The pages of things that are sold. */
const pages: Partial<Record<GoodsType, { path: string; permit: string }>> = {
  course: { path: '/admin/course/view', permit: 'course:list' },
  exam: { path: '/admin/exam/view', permit: 'exam:list' },
}

function Goods({ goodsType, goodsId, goodsTitle }: Row) {
  const page = pages[goodsType]
  return page && can([page.permit]) ? <Link to={`${page.path}/${goodsId}`}>{goodsTitle}</Link> : goodsTitle
}

/** @param goodsId of this course, exam or bank only */
export function Orders({ type, goodsId }: { type: GoodsType; goodsId?: string }) {
  const fixed = { goodsType: type, ...(goodsId === undefined ? {} : { goodsId }) }
  const [refunding, setRefunding] = useState<Row>()
  const toolbar = (list: ListHandle<Row>) => (
    <Can permit="pay:order:export">
      <Button
        onClick={() => {
          // a failed download has shown its message
          download(payOrder.export, { params: { ...list.params, ...fixed } }).catch(() => undefined)
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
        fixedParams={fixed}
        search={[
          ...(goodsId === undefined ? ['goodsTitle' as const] : []),
          'realName',
          'orderNo',
          'orderState',
          'payMethod',
          { name: 'fromTime', until: 'toTime', title: '付款时间' },
        ]}
        columns={[
          { name: 'orderNo', width: 196 },
          ...(goodsId === undefined ? [{ name: 'goodsTitle' as const, width: 140, main: true, sortable: true, render: Goods }] : []),
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
        figures={(list) => <Totals params={{ ...list.params, ...fixed }} />}
        toolbar={toolbar}
        empty={{ hint: t('学员购买后，订单会出现在这里') }}
      />
      {refunding && <RefundDialog row={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}
