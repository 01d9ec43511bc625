// The messages of a user of the back office, unread and read: open in a dialog, mark as read, remove.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { msg, readState, ReadState } from '@shuyuan/contract/message/msg.ts'
import { Badge, Button, Modal, Tabs } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { useRemove } from '../../kernel/list/useRemove.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { useCommand } from '../../kernel/call/query.ts'
import { TimeAgo } from '../../kernel/text/relative-time.tsx'
import { inboxCalls, useUnread } from './inbox.ts'
import { msgPath } from './msg-path.ts'
import styles from './messages.module.css'

type Row = RowOf<typeof msg.paging>
type Tab = ReadState

function MsgDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const to = row && msgPath(row)
  return (
    <Modal
      open={row !== undefined}
      title={row?.title}
      width={640}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <>
          {to && (
            <Link to={to} className={styles.myMsgLink}>
              <Button type="primary">{t('去看看')}</Button>
            </Link>
          )}
          <Button onClick={onClose}>{t('关闭')}</Button>
        </>
      }
    >
      <time className={styles.myMsgTime}>{row?.createTime}</time>
      <p className={styles.myMsgText}>{row?.content}</p>
    </Modal>
  )
}

function MsgList({ tab, onOpen }: { tab: Tab; onOpen: (row: Row) => void }) {
  const mark = useCommand(msg['mark-read'], { done: t('操作成功！'), refresh: inboxCalls })
  const remove = useRemove(msg['user-delete'], inboxCalls, { ask: '确认要删除选定的信息吗？', done: '删除成功！' })
  const title = (row: Row) => (
    <Button type="link" size="small" className={styles.myMsgTitle} onClick={() => onOpen(row)}>
      {row.title}
    </Button>
  )
  const actions = (row: Row) => (
    <>
      <Button type="link" size="small" disabled={tab !== ReadState.unread} onClick={() => mark.mutate({ ids: [row.id] })}>
        {t('标记已读')}
      </Button>
      <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
        {t('删除')}
      </Button>
    </>
  )
  return (
    <ListPage
      of={msg.paging}
      urlKey={`msg${tab}`}
      fixedParams={{ readState: tab }}
      search={['title']}
      columns={[
        { name: 'title', width: 220, render: title },
        { name: 'content', width: 270, ellipsis: true },
        { name: 'createTime', width: 170, render: (row) => <TimeAgo at={row.createTime} /> },
      ]}
      actionsWidth={170}
      actions={actions}
      batch={[
        ...(tab === ReadState.unread ? [{ label: '标记已读' as const, onRun: (ids: string[]) => mark.mutateAsync({ ids }) }] : []),
        {
          label: '删除',
          danger: true,
          onRun: (ids, rows) =>
            remove(
              ids,
              rows.map((row) => ({ name: row.title })),
            ),
        },
      ]}
      empty={{ hint: tab === ReadState.unread ? t('没有未读的消息，新的消息会出现在这里。') : t('读过的消息会留在这里。') }}
    />
  )
}

export function MyMessages() {
  const unread = useUnread()
  const [tab, setTab] = useState<Tab>(ReadState.unread)
  const [opened, setOpened] = useState<Row>()
  const read = useCommand(msg['detail-for-read'], { refresh: inboxCalls })
  const open = (row: Row) => {
    setOpened(row)
    read.mutate({ id: row.id })
  }
  return (
    <>
      <Tabs
        destroyOnHidden
        activeKey={String(tab)}
        onChange={(key) => setTab(Number(key) as Tab)}
        items={Object.values(ReadState).map((one) => ({
          key: String(one),
          label:
            one === ReadState.unread ? (
              <Badge count={unread} overflowCount={99} size="small" offset={[8, 0]}>
                <span className={styles.myMsgTab}>{tLabel(readState[one])}</span>
              </Badge>
            ) : (
              tLabel(readState[one])
            ),
          children: <MsgList tab={one} onOpen={open} />,
        }))}
      />
      <MsgDialog row={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
