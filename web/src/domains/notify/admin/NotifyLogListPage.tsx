// Back office: log of sent notifications by recipient, channel and result; and sending a new one.
import { SendOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { notifyLog, notifyState } from '@shuyuan/contract/notify/log.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { CappedNote } from '../../../kernel/list/CappedNote.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { SendDialog } from '../SendDialog.tsx'

type Row = RowOf<typeof notifyLog.paging>
const colours = { waiting: 'default', sending: 'processing', sent: 'success', failed: 'error' } as const

const person = (row: Row) => (row.realName === '' ? '—' : `${row.realName}（${row.userName}）`)

export default function NotifyLogListPage() {
  const [sending, setSending] = useState(false)
  return (
    <>
      <ListPage
        of={notifyLog.paging}
        search={['realName', 'title', 'channel', 'state', { name: 'from', until: 'to' }]}
        columns={[
          { name: 'createTime', width: 180, sortable: true },
          { name: 'title', width: 200, ellipsis: true },
          { name: 'content', width: 320, ellipsis: true, hidden: true },
          { name: 'realName', width: 170, render: person },
          { name: 'channel', width: 96 },
          { name: 'state', width: 96, render: (row) => <Tag color={colours[row.state]}>{tLabel(notifyState[row.state])}</Tag> },
          { name: 'error', width: 200, ellipsis: true },
          { name: 'createBy_dictText', width: 110 },
        ]}
        toolbar={(list) => (
          <>
            <Can permit="notify:send">
              <Button type="primary" icon={<SendOutlined />} onClick={() => setSending(true)}>
                {t('发送通知')}
              </Button>
            </Can>
            <CappedNote total={list.total} />
          </>
        )}
        empty={{ hint: t('发出的站内消息和短信，每人每个渠道一条记录') }}
      />
      {sending && <SendDialog onClose={() => setSending(false)} />}
    </>
  )
}
