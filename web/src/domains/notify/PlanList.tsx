// Notifications that are sent later, with what became of them.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { notifyPlan, planState } from '@shuyuan/contract/notify/plan.ts'
import { Button, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../kernel/access/Can.tsx'
import { useCommand } from '../../kernel/call/query.ts'
import { useConfirm } from '../../kernel/piece/confirm.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { ListPage } from '../../shared/ListPage.tsx'

type Row = RowOf<typeof notifyPlan.paging>
const colours = { waiting: 'processing', sent: 'success', failed: 'error', cancelled: 'default' } as const

/** @param send the button that sends another notification */
export function PlanList({ send }: { send: ReactNode }) {
  const confirm = useConfirm()
  const cancel = useCommand(notifyPlan.cancel, { done: t('操作成功！'), refresh: [notifyPlan.paging] })
  const ask = ({ id, title }: Row) =>
    confirm({ content: t('“{{title}}”到时将不再发送，确定取消吗？', { title }), okText: t('取消发送'), cancelText: t('保留') }, () =>
      cancel.mutateAsync({ ids: [id] }),
    )
  const actions = (row: Row) =>
    row.state === 'waiting' && (
      <Can permit="notify:send">
        <Button type="link" size="small" danger onClick={() => void ask(row)}>
          {t('取消发送')}
        </Button>
      </Can>
    )
  return (
    <ListPage
      of={notifyPlan.paging}
      search={['title', 'state']}
      columns={[
        { name: 'sendAt', width: 180, sortable: true },
        { name: 'title', width: 220, ellipsis: true },
        { name: 'content', width: 320, ellipsis: true, hidden: true },
        { name: 'state', width: 100, render: (row) => <Tag color={colours[row.state]}>{tLabel(planState[row.state])}</Tag> },
        { name: 'error', width: 200, ellipsis: true },
        { name: 'createBy_dictText', width: 110 },
        { name: 'createTime', width: 180, hidden: true },
      ]}
      toolbar={send}
      actionsWidth={110}
      actions={actions}
      empty={{ hint: t('发送通知时填写了发送时间的，会列在这里') }}
    />
  )
}
