// Messages in the navbar: number of unread ones, the newest, a link to all.
import { BellOutlined } from '@ant-design/icons'
import { msg, ReadState } from '@shuyuan/contract/message/msg.ts'
import { Badge, Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { inboxCalls, unreadText, useInboxSocket, useUnread } from '../../domains/message/inbox.ts'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { TimeAgo } from '../../kernel/text/relative-time.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './inbox.module.css'

const NEWEST = 5
const ALL = '/profile/message'

function Newest({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useCall(msg.paging, { size: NEWEST, params: { readState: ReadState.unread } }, { quiet: true })
  const mark = useCommand(msg['mark-read'], { refresh: inboxCalls })
  return (
    <section className={styles.inbox} aria-label={t('任务消息')}>
      {!data && !error && <PageLoading shape="form" rows={3} />}
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty />}
      <ul>
        {data?.records.map((row) => (
          <li key={row.id}>
            <div>
              <b>{row.title}</b>
              <TimeAgo at={row.createTime} />
            </div>
            <p>{row.content}</p>
            <button
              type="button"
              aria-label={t('标记已读“{{title}}”', { title: row.title })}
              onClick={() => mark.mutate({ ids: [row.id] })}
            >
              {t('标记已读')}
            </button>
          </li>
        ))}
      </ul>
      <Link to={ALL} className={styles.inboxAll} onClick={onLeave}>
        {t('查看全部消息')}
      </Link>
    </section>
  )
}

export function InboxButton() {
  useInboxSocket()
  const unread = useUnread()
  const [open, setOpen] = useState(false)
  const label = unread > 0 ? t('任务消息，{{unread}} 条未读', { unread: unreadText(unread) }) : t('任务消息')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Newest onLeave={() => setOpen(false)} />}
    >
      <button type="button" className={buttonStyles.iconBtn} aria-label={label} title={t('任务消息')} aria-expanded={open}>
        <Badge count={unread} overflowCount={99} size="small">
          <BellOutlined className={styles.inboxBell} />
        </Badge>
      </button>
    </Popover>
  )
}
