// Back office: log of sent notifications by recipient, channel and result; those that are sent later; and sending a new one.
import { SendOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { notifyLog, notifyState } from '@shuyuan/contract/notify/log.ts'
import { Button, Tabs, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { CappedNote } from '../../../kernel/list/CappedNote.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PlanList } from '../PlanList.tsx'
import { SendDialog } from '../SendDialog.tsx'

type Row = RowOf<typeof notifyLog.paging>
const PLANS = 'plans'
const colours = { waiting: 'default', sending: 'processing', sent: 'success', failed: 'error' } as const

const person = (row: Row) => (row.realName === '' ? '—' : `${row.realName}（${row.userName}）`)

export default function NotifyLogListPage() {
  const [address, setAddress] = useSearchParams()
  const [sending, setSending] = useState(false)
  const send = (
    <Can permit="notify:send">
      <Button type="primary" icon={<SendOutlined />} onClick={() => setSending(true)}>
        {t('发送通知')}
      </Button>
    </Can>
  )
  return (
    <>
      <Tabs
        activeKey={address.get('view') === PLANS ? PLANS : 'log'}
        // filters of another list mean nothing in this one
        onChange={(key) => setAddress(key === PLANS ? { view: PLANS } : {}, { replace: true })}
        destroyOnHidden
        items={[
          { key: 'log', label: t('发送记录'), children: <LogList send={send} /> },
          { key: PLANS, label: t('定时通知'), children: <PlanList send={send} /> },
        ]}
      />
      {sending && <SendDialog onClose={() => setSending(false)} />}
    </>
  )
}

function LogList({ send }: { send: ReactNode }) {
  return (
    <ListPage
      of={notifyLog.paging}
      search={['realName', 'title', 'channel', 'state', { name: 'from', until: 'to' }]}
      columns={[
        { name: 'createTime', seconds: true, width: 180, sortable: true },
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
          {send}
          <CappedNote total={list.total} />
        </>
      )}
      empty={{ hint: t('发出的站内消息和短信，每人每个渠道一条记录') }}
    />
  )
}
