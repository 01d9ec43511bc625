// The user's orders, with the invoice of each.
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { InvoiceState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { notify } from '../../kernel/notify.ts'
import { download } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { Tag } from '../../kernel/Tag.tsx'
import { invoiceTone } from './invoice/invoice-tone.ts'
import { PayDialog } from './order/PayDialog.tsx'
import { InvoiceDialog } from './invoice/InvoiceDialog.tsx'
import styles from '../../kernel/plain/text.module.css'

type Payment = RowOf<typeof coursePayment.page>
const labels = {
  [InvoiceState.none]: '申请发票',
  [InvoiceState.processing]: '修改发票申请',
  [InvoiceState.done]: '查看发票',
} as const

const goods = (row: Payment) => (
  <>
    {row.courseName} {row.orderState !== OrderState.paid && <Tag tone="warn">{tLabel(row.orderState_dictText)}</Tag>}
  </>
)
const invoiceCell = (row: Payment) =>
  row.invoiceApplyId === '' && !mayAsk(row) ? '—' : <Tag tone={invoiceTone[row.invoiceState]}>{tLabel(row.invoiceState_dictText)}</Tag>
const isOpen = (row: Payment) => row.orderState === OrderState.unpaid || row.orderState === OrderState.paying
const costText = (row: Payment) => (row.paidPoints > 0 ? t('{{n}} 积分', { n: row.paidPoints }) : `¥${row.price}`)
const mayAsk = (row: Payment) => row.orderState === OrderState.paid && Number(row.price) > 0

export function Payments() {
  const [open, setOpen] = useState<Payment>()
  const [paying, setPaying] = useState<string>()
  const { data: switches } = useCall(configSwitch.detail, {}, { quiet: true, staleTime: 60_000 })
  const show = (row: Payment) => {
    // an existing request can be read even while the switch is off
    if (row.invoiceState === InvoiceState.none && switches?.invoiceApply === false) notify.warning(t('申请发票未开启，请联系管理员!'))
    else setOpen(row)
  }
  const actions = (row: Payment) =>
    isOpen(row) ? (
      <Button type="link" size="small" aria-label={`${t('继续支付')} ${row.courseName}`} onClick={() => setPaying(row.orderId)}>
        {t('继续支付')}
      </Button>
    ) : (
      <>
        {row.fileUrl !== '' && (
          <Button
            type="link"
            size="small"
            href={row.fileUrl}
            target="_blank"
            rel="noopener"
            aria-label={`${t('下载发票')} ${row.courseName}`}
          >
            {t('下载发票')}
          </Button>
        )}
        {(mayAsk(row) || row.invoiceApplyId !== '') && (
          <Button type="link" size="small" aria-label={`${t(labels[row.invoiceState])} ${row.courseName}`} onClick={() => show(row)}>
            {t(labels[row.invoiceState])}
          </Button>
        )}
        <Button
          type="link"
          size="small"
          aria-label={`${t('下载收据')} ${row.courseName}`}
          onClick={() => {
            // a failed download has shown its message
            download(coursePayment.download, { orderId: row.orderId }).catch(() => undefined)
          }}
        >
          {t('下载收据')}
        </Button>
      </>
    )
  return (
    <>
      <ListPage
        of={coursePayment.page}
        rowKey="orderId"
        urlKey="pay"
        search={['courseName', 'goodsType']}
        columns={[
          { name: 'courseName', width: 210, sortable: true, render: goods },
          {
            name: 'price',
            width: 96,
            align: 'right',
            sortable: true,
            render: (row) => <span className={styles.tabular}>{costText(row)}</span>,
          },
          { name: 'payMethod', title: '支付方式', width: 92 },
          { name: 'payTime', width: 172, sortable: true },
          { name: 'invoiceState', width: 84, render: invoiceCell },
          { name: 'goodsType', width: 72, hidden: true },
          { name: 'orderNo', width: 210, hidden: true },
          { name: 'orderState', width: 96, hidden: true },
        ]}
        actionsWidth={270}
        actions={actions}
        empty={{ hint: t('购买课程、考试和题库的付款会记在这里。') }}
      />
      {paying !== undefined && <PayDialog orderId={paying} onClose={() => setPaying(undefined)} />}
      {open && <InvoiceDialog orderId={open.orderId} editable={switches?.invoiceApply !== false} onClose={() => setOpen(undefined)} />}
    </>
  )
}
