// Back office: log of text messages, without codes and with masked numbers.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { smsLog, smsState } from '@shuyuan/contract/site/outbox/sms-log.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { providerTitle } from '../../provider/ProviderForm.tsx'

type Row = RowOf<typeof smsLog.paging>

export default function SmsLogPage() {
  return (
    <ListPage
      of={smsLog.paging}
      search={['mobile', 'smsType', 'state']}
      columns={[
        { name: 'createTime', seconds: true, sortable: true, width: 180 },
        { name: 'mobile', sortable: true, width: 140 },
        { name: 'smsType', width: 110 },
        { name: 'content' },
        { name: 'provider', width: 180, render: (row: Row) => providerTitle('sms', row.provider) },
        { name: 'state', width: 100, render: (row: Row) => <State row={row} /> },
        { name: 'error' },
      ]}
      empty={{ text: t('还没有发送过短信') }}
    />
  )
}

const State = ({ row: { state } }: { row: Row }) => <Tag tone={state === 'sent' ? 'good' : 'bad'}>{tLabel(smsState[state])}</Tag>
