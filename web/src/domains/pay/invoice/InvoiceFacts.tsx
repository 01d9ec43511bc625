// The fields of an invoice, each with a copy button.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { invoice } from '@shuyuan/contract/pay/invoice/invoice.ts'
import { Descriptions, Typography } from 'antd'
import { type PlainText, t } from '../../../kernel/i18n.ts'

type Facts = Pick<
  Data<typeof invoice.detail>,
  'courseName' | 'price' | 'orderNo' | 'companyName' | 'companyId' | 'email' | 'phone' | 'fileUrl' | 'fileName'
>

export function InvoiceFacts({ row }: { row: Facts }) {
  const line = (key: keyof Facts, label: PlainText, copyable = true) => ({
    key,
    label: t(label),
    children: <Typography.Text copyable={copyable && { text: row[key] }}>{row[key]}</Typography.Text>,
  })
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        line('companyName', '单位名称'),
        line('companyId', '税号'),
        { key: 'price', label: t('金额'), children: `¥${row.price}` },
        line('courseName', '商品名称', false),
        line('orderNo', '订单号'),
        line('email', '收票邮箱'),
        line('phone', '收票手机号'),
        ...(row.fileUrl === ''
          ? []
          : [
              {
                key: 'file',
                label: t('发票文件'),
                children: (
                  <a href={row.fileUrl} target="_blank" rel="noopener">
                    {row.fileName || t('下载发票')}
                  </a>
                ),
              },
            ]),
      ]}
    />
  )
}
