// What the assistant used each day, by the filters of the list.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Drawer, Table } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { yuanText } from './price.ts'

type Day = Data<typeof assistCall.days>[number]
const numbers = ['calls', 'failed', 'tokensIn', 'tokensOut', 'cost'] as const

/** @param params the filters of the list; undefined while it is closed */
export function DaysDrawer({ params, onClose }: { params: object | undefined; onClose: () => void }) {
  return (
    <Drawer open={params !== undefined} onClose={onClose} title={t('每天用量')} size={760}>
      {params && <Days params={params} />}
    </Drawer>
  )
}

function Days({ params }: { params: object }) {
  const { data, error, refetch } = useCall(assistCall.days, { params }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  const whole = numbers.map((name) => data.reduce((sum, day) => sum + day[name], 0))
  return (
    <Table<Day>
      size="small"
      rowKey="day"
      pagination={false}
      dataSource={data}
      scroll={{ x: 560 }}
      columns={[
        { title: t('日期'), dataIndex: 'day' },
        ...[t('请求数'), t('失败数'), t('输入 tokens'), t('输出 tokens'), t('费用（元）')].map((title, at) => ({
          title,
          dataIndex: numbers[at] ?? '',
          align: 'right' as const,
          render: (value: number) => shown(numbers[at], value),
        })),
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0}>{t('合计')}</Table.Summary.Cell>
          {whole.map((value, at) => (
            <Table.Summary.Cell key={numbers[at]} index={at + 1} align="right">
              {shown(numbers[at], value)}
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      )}
    />
  )
}

const shown = (name: (typeof numbers)[number] | undefined, value: number) =>
  name === 'cost' ? yuanText(value) : value.toLocaleString('en')
