// Back office: invoice requests, and issuing an invoice with state, file and reply.
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { can } from '../../../../kernel/access/permission.ts'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { Upload } from '../../../../shared/Upload.tsx'
import { InvoiceFacts } from '../InvoiceFacts.tsx'
import { invoiceTone } from '../invoice-tone.ts'
import styles from '../../../../kernel/plain/text.module.css'

const Field = fieldOf(invoice.updateState)

type Row = RowOf<typeof invoice.paging>
const UPDATE = 'pay:invoice:update'

const person = (row: Row) => `${row.realName}（${row.userName}）`
const state = (row: Row) => <Tag tone={invoiceTone[row.invoiceState]}>{tLabel(row.invoiceState_dictText)}</Tag>
const file = (row: Row) =>
  row.fileUrl === '' ? (
    '—'
  ) : (
    <a href={row.fileUrl} target="_blank" rel="noopener">
      {row.fileName}
    </a>
  )

function InvoiceWork({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <FormDialog
      of={invoice.updateState}
      open
      width={640}
      title={t('处理发票')}
      initial={row}
      submitText="保存"
      done={t('操作成功！')}
      refresh={[invoice.paging, invoice.detail, coursePayment.page]}
      onClose={onClose}
    >
      <div style={{ marginBlockEnd: 16 }}>
        <InvoiceFacts row={{ ...row, fileUrl: '' }} />
      </div>
      <Field name="invoiceState" />
      <Field name="fileUrl" extra={t('pdf、图片或 zip；申请人可以在付款记录中下载。没有文件时，请在处理说明里写明原因')}>
        <Upload scene="invoice" accept={['pdf', 'jpg', 'jpeg', 'png', 'zip']} label="上传发票" />
      </Field>
      <Field name="reply" />
    </FormDialog>
  )
}

export default function InvoiceListPage() {
  const [open, setOpen] = useState<Row>()
  const mayWork = can([UPDATE])
  const actions = (row: Row) => (
    <Button
      type="link"
      size="small"
      aria-label={t(mayWork ? '处理“{{name}}”的发票' : '查看“{{name}}”的发票', { name: row.companyName })}
      onClick={() => setOpen(row)}
    >
      {mayWork ? t('处理') : t('查看')}
    </Button>
  )
  return (
    <>
      <ListPage
        of={invoice.paging}
        search={['companyName', 'realName', 'orderNo', 'invoiceState']}
        columns={[
          { name: 'companyName', width: 200, sortable: true },
          { name: 'companyId', width: 180 },
          {
            name: 'price',
            width: 100,
            align: 'right',
            sortable: true,
            render: (row) => <span className={styles.tabular}>{`¥${row.price}`}</span>,
          },
          { name: 'courseName', width: 180, ellipsis: true, hidden: true },
          { name: 'orderNo', width: 200, hidden: true },
          { name: 'realName', width: 160, render: person },
          { name: 'email', width: 190, ellipsis: true, hidden: true },
          { name: 'phone', width: 120, hidden: true },
          { name: 'invoiceState', width: 96, sortable: true, render: state },
          { name: 'fileName', width: 140, ellipsis: true, render: file },
          { name: 'createTime', width: 180, sortable: true },
          { name: 'updateTime', width: 180, sortable: true, hidden: true },
        ]}
        actionsWidth={90}
        actions={actions}
        empty={{ hint: t('学员在付款记录中申请的发票会出现在这里') }}
      />
      {open && mayWork && <InvoiceWork row={open} onClose={() => setOpen(undefined)} />}
      {open && !mayWork && (
        <Modal open title={t('发票详情')} footer={null} onCancel={() => setOpen(undefined)}>
          <InvoiceFacts row={open} />
        </Modal>
      )}
    </>
  )
}
