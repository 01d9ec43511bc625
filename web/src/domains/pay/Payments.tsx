// The user's orders: what was bought, when and for how much, with the invoice of each. Without Ant Design, except for the invoice's dialog.
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { goodsType, InvoiceState, OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { download } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { FilterBar, Search } from '../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import { InAnt } from '../../shared/page/ant-frame.tsx'
import { invoiceTone } from './invoice/invoice-tone.ts'
import { OwnOrder } from './order/OwnOrder.tsx'
import styles from './payments.module.css'

const PayDialog = lazy(async () => ({ default: (await import('./order/PayDialog.tsx')).PayDialog }))
const InvoiceDialog = lazy(async () => ({ default: (await import('./invoice/InvoiceDialog.tsx')).InvoiceDialog }))

type Payment = RowOf<typeof coursePayment.page>
const PAGE = 10
const labels = {
  [InvoiceState.none]: '申请发票',
  [InvoiceState.processing]: '修改发票申请',
  [InvoiceState.done]: '查看发票',
} as const

const isOpen = (row: Payment) => row.orderState === OrderState.unpaid || row.orderState === OrderState.paying
const costText = (row: Payment) => (row.paidPoints > 0 ? t('{{n}} 积分', { n: row.paidPoints }) : `¥${row.price}`)
const mayAsk = (row: Payment) => row.orderState === OrderState.paid && Number(row.price) > 0
const factsOf = (row: Payment): string =>
  [tLabel(goodsType[row.goodsType]), tLabel(row.payMethod_dictText), row.payTime?.slice(0, 16) ?? '', row.orderNo]
    .filter((one) => one !== '')
    .join(' · ')

export function Payments() {
  const named = useSearchParams()[0].get('id')
  const [open, setOpen] = useState<Payment>()
  const [paying, setPaying] = useState<string>()
  const [{ current, courseName }, setFilter] = useState({ current: 1, courseName: '' })
  const { data: switches } = useCall(configSwitch.detail, {}, { quiet: true, staleTime: 60_000 })
  const body = { current, size: PAGE, params: courseName === '' ? {} : { courseName } }
  const { data, error, refetch, isFetching } = useCall(coursePayment.page, body, { quiet: true, placeholderData: keepPreviousData })
  // an existing request can be read even while the switch is off
  const mayOpen = (row: Payment) =>
    row.invoiceState === InvoiceState.none ? switches?.invoiceApply === true && mayAsk(row) : row.invoiceApplyId !== ''
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" rows={3} columns={1} />
  return (
    <div className={styles.payments} aria-busy={isFetching}>
      {named !== null && <OwnOrder id={named} />}
      {(data.total > PAGE || courseName !== '') && (
        <FilterBar>
          <Search
            label={t('搜索付款记录')}
            placeholder={t('商品名称')}
            title={courseName}
            onSearch={(name) => setFilter({ current: 1, courseName: name })}
          />
        </FilterBar>
      )}
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {data.total === 0 && <PageEmpty hint={courseName === '' ? t('购买课程、考试和题库的付款会记在这里。') : t('换个条件再试试。')} />}
      <ul className={styles.paymentRows}>
        {data.records.map((row) => (
          <PaymentRow
            key={row.orderId}
            row={row}
            onPay={() => setPaying(row.orderId)}
            onInvoice={mayOpen(row) ? () => setOpen(row) : undefined}
          />
        ))}
      </ul>
      {data.pages > 1 && <PlainPager current={current} pages={data.pages} onGo={(page) => setFilter({ current: page, courseName })} />}
      {paying !== undefined && (
        <Suspense>
          <PayDialog orderId={paying} onClose={() => setPaying(undefined)} />
        </Suspense>
      )}
      {open && (
        <Suspense>
          <InAnt>
            <InvoiceDialog orderId={open.orderId} editable={switches?.invoiceApply !== false} onClose={() => setOpen(undefined)} />
          </InAnt>
        </Suspense>
      )}
    </div>
  )
}

function PaymentRow({ row, onPay, onInvoice }: { row: Payment; onPay: () => void; onInvoice: (() => void) | undefined }) {
  const button = (text: string, onClick: () => void) => (
    <button type="button" aria-label={`${text} ${row.courseName}`} onClick={onClick}>
      {text}
    </button>
  )
  return (
    <li>
      <div className={styles.paymentWhat}>
        <h3>
          {row.courseName}
          {row.orderState !== OrderState.paid && <Tag tone="warn">{tLabel(row.orderState_dictText)}</Tag>}
          {row.invoiceApplyId !== '' && <Tag tone={invoiceTone[row.invoiceState]}>{tLabel(row.invoiceState_dictText)}</Tag>}
        </h3>
        <p>{factsOf(row)}</p>
        <div className={styles.paymentLinks}>
          {isOpen(row) ? (
            button(t('继续支付'), onPay)
          ) : (
            <>
              {row.fileUrl !== '' && (
                <a href={row.fileUrl} target="_blank" rel="noopener" aria-label={`${t('下载发票')} ${row.courseName}`}>
                  {t('下载发票')}
                </a>
              )}
              {onInvoice && button(t(labels[row.invoiceState]), onInvoice)}
              {button(t('下载收据'), () => {
                // a failed download has shown its message
                download(coursePayment.download, { orderId: row.orderId }).catch(() => undefined)
              })}
            </>
          )}
        </div>
      </div>
      <b className={styles.paymentCost}>{costText(row)}</b>
    </li>
  )
}
