// Back office: what was sold, by goods and by month.
import { sales } from '@shuyuan/contract/pay/bill/sales.ts'
import { Table, Tabs } from 'antd'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { money } from '../../order/Orders.tsx'

function Goods() {
  return (
    <ListPage
      of={sales.paging}
      rowKey={(row) => `${row.goodsType} ${row.goodsId}`}
      search={['goodsType', 'goodsTitle', { name: 'fromTime', until: 'toTime', title: '付款时间' }]}
      columns={[
        { name: 'goodsTitle', width: 240, ellipsis: true },
        { name: 'goodsType', width: 90 },
        { name: 'count', width: 100, align: 'right', sortable: true },
        { name: 'amount', width: 130, align: 'right', sortable: true, render: (row) => money(row.amount) },
        { name: 'refunded', width: 130, align: 'right', sortable: true, render: (row) => money(row.refunded) },
        { name: 'points', width: 100, align: 'right' },
      ]}
    />
  )
}

function Months() {
  const { data, error, refetch } = useCall(sales.months, {})
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={5} />
  return (
    <Table
      size="middle"
      rowKey="month"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={data}
      columns={[
        { title: t('月份'), dataIndex: 'month' },
        { title: t('订单数'), dataIndex: 'count', align: 'right' },
        { title: t('实收金额'), align: 'right', render: (_, row) => money(row.amount) },
        { title: t('已退金额'), align: 'right', render: (_, row) => money(row.refunded) },
        { title: t('实付积分'), dataIndex: 'points', align: 'right' },
      ]}
    />
  )
}

export default function SalesPage() {
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'goods', label: t('按商品'), children: <Goods /> },
        { key: 'months', label: t('按月'), children: <Months /> },
      ]}
    />
  )
}
