// Back office: the daily comparison with the payment services, and what differs.
import { amountText } from '@shuyuan/contract/pay/currency.ts'
import { diffKind, payBill } from '@shuyuan/contract/pay/bill/bill.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { BillState } from '@shuyuan/contract/pay/order-state.ts'
import { Button, Grid, Table } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { DayPicker, yesterday } from '../../../../kernel/form/MomentPicker.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Tag, type Tone } from '../../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'

const Field = fieldOf(payBill.run)
type Row = RowOf<typeof payBill.paging>
const moneyOf = (amount: number, currency: string) => `${amountText(amount, currency)} ${currency}`
const tones: Record<BillState, Tone> = { [BillState.equal]: 'good', [BillState.different]: 'bad', [BillState.unread]: 'warn' }

type Diff = Row['diffs'][number]
const diffColumns = () => [
  { title: t('交易号或退款号'), render: (one: Diff) => one.no },
  { title: t('差异'), render: (one: Diff) => tLabel(diffKind[one.kind]) },
  { title: t('我方金额'), align: 'right' as const, render: (one: Diff) => moneyOf(one.ours, one.currency) },
  { title: t('对方金额'), align: 'right' as const, render: (one: Diff) => moneyOf(one.theirs, one.currency) },
]

/** A table; on a phone, where the row is a card, lines with their titles, as in the card. */
function Diffs({ row }: { row: Row }) {
  const wide = Grid.useBreakpoint().md ?? true
  if (!wide)
    return row.diffs.map((one) => (
      <dl key={one.no} aria-label={one.no}>
        {diffColumns().map(({ title, render }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{render(one)}</dd>
          </div>
        ))}
      </dl>
    ))
  return (
    <Table
      size="small"
      rowKey="no"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={row.diffs}
      columns={diffColumns().map(({ render, ...column }) => ({
        ...column,
        key: column.title,
        render: (_: unknown, one: Diff) => render(one),
      }))}
    />
  )
}

export default function PayBillListPage() {
  const [running, setRunning] = useState(false)
  return (
    <>
      <ListPage
        of={payBill.paging}
        rowKey={(row) => `${row.day} ${row.channel}`}
        search={['channel', 'billState']}
        columns={[
          { name: 'day', width: 120 },
          { name: 'channel', title: '支付方式', width: 110, render: (row) => tLabel(row.channel_dictText) },
          { name: 'billState', width: 110, render: (row) => <Tag tone={tones[row.billState]}>{tLabel(row.billState_dictText)}</Tag> },
          { name: 'ours', width: 90, align: 'right' },
          { name: 'theirs', width: 90, align: 'right' },
          { name: 'sumOurs', width: 120, align: 'right', render: (row) => moneyOf(row.sumOurs, row.currency) },
          { name: 'sumTheirs', width: 120, align: 'right', render: (row) => moneyOf(row.sumTheirs, row.currency) },
          { name: 'error', width: 180, ellipsis: true },
          { name: 'runTime', width: 172, sortable: true },
        ]}
        toolbar={<Button onClick={() => setRunning(true)}>{t('重新对账')}</Button>}
        expand={(row) => row.diffs.length > 0 && <Diffs row={row} />}
        empty={{ hint: t('每天上午 10:30 与各支付平台核对前一天的账单') }}
      />
      {running && (
        <FormDialog
          of={payBill.run}
          open
          title={t('重新对账')}
          initial={{ day: yesterday() }}
          submitText="开始对账"
          done={t('操作成功！')}
          refresh={[payBill.paging]}
          onClose={() => setRunning(false)}
        >
          <Field name="day">
            <DayPicker latest={yesterday()} />
          </Field>
        </FormDialog>
      )}
    </>
  )
}
