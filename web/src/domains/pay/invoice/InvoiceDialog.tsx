// The invoice of one of the user's orders: request it, correct it while it is processed, read it once it is issued (decisions.md 21).
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { InvoiceState } from '@shuyuan/contract/pay/order-state.ts'
import { Alert, Button, Flex, Modal } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { InvoiceFacts } from './InvoiceFacts.tsx'

const Field = fieldOf(invoice.save)

type Invoice = Data<typeof invoice.detail>
const PROCESSED = 2
const titles = {
  [InvoiceState.none]: '申请发票',
  [InvoiceState.processing]: '申请发票：处理中',
  [InvoiceState.done]: '申请发票：已处理',
} as const

type DialogProps = { orderId: string; editable: boolean; onClose: () => void }

export function InvoiceDialog({ orderId, editable, onClose }: DialogProps) {
  const { data, error, refetch } = useFormStart(invoice.detail, { orderId })
  if (data && editable && data.invoiceState !== PROCESSED) return <InvoiceForm data={data} onClose={onClose} />
  return (
    <Modal
      open
      title={t(titles[data?.invoiceState ?? 0])}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('关闭')}</Button>
          <Button type="primary" disabled>
            {t('保存')}
          </Button>
        </>
      }
    >
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading shape="form" rows={4} />}
      {data && (
        <Flex vertical gap="middle">
          <Reply data={data} />
          <InvoiceFacts row={data} />
        </Flex>
      )}
    </Modal>
  )
}

/** The reply of the back office. */
function Reply({ data }: { data: Invoice }) {
  if (data.reply === '') return null
  return (
    <Alert
      type={data.invoiceState === InvoiceState.none ? 'warning' : 'info'}
      showIcon
      title={t('处理说明')}
      description={data.reply}
      style={{ marginBlockEnd: 16, whiteSpace: 'pre-wrap' }}
    />
  )
}

function InvoiceForm({ data, onClose }: { data: Invoice; onClose: () => void }) {
  return (
    <FormDialog
      of={invoice.save}
      open
      title={t(titles[data.invoiceState])}
      initial={{ ...data, id: data.id === '' ? undefined : data.id }}
      submitText="保存"
      done={t('发票申请保存成功！')}
      refresh={[coursePayment.page, invoice.detail]}
      onClose={onClose}
    >
      <Reply data={data} />
      <p style={{ marginBlockStart: 0 }}>
        {data.courseName} · ¥{data.price}
      </p>
      <Field name="companyName" />
      <Field name="companyId" />
      <Field name="email" />
      <Field name="phone" />
    </FormDialog>
  )
}
