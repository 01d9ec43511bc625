// Back office: the hotel lookup provider, and the site's own table of hotels.
import { Card, Flex } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { HotelTable } from '../HotelTable.tsx'
import { ProviderPanel } from '../../../site/provider/ProviderPanel.tsx'

const notes = { url: '查询时会在地址后附加参数 hotelCode' } as const
const warning = '切换后立即生效，之后填写的酒店编码将通过新的方式查询，已保存的资料不会改变。确定要切换吗？'

export default function PropHotelPage() {
  return (
    <Flex vertical gap="middle">
      <ProviderPanel type="hotel" without="尚未启用服务商：按本地酒店表查询" notes={notes} warning={warning} />
      <Card title={t('本地酒店表')}>
        <HotelTable />
      </Card>
    </Flex>
  )
}
