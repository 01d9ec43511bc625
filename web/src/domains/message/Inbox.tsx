// The learner's inbox: one row per message; opening it reads it.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { msg, readState, ReadState } from '@shuyuan/contract/message/msg.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import { States } from '../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import { TimeAgo } from '../../kernel/text/relative-time.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import { inboxCalls, useUnread } from './inbox.ts'
import { MsgSheet } from './MsgSheet.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import styles from './inbox.module.css'

type Row = RowOf<typeof msg.paging>
const PAGE = 10

function MsgRow({ row, onOpen }: { row: Row; onOpen: () => void }) {
  const isNew = row.readState === ReadState.unread
  return (
    <li>
      <button type="button" className={styles.row} data-new={isNew} onClick={onOpen}>
        <span className={styles.dot} aria-hidden="true" />
        <b>
          {isNew && <span className={textStyles.visuallyHidden}>{tLabel(readState[ReadState.unread])} </span>}
          {row.title}
        </b>
        <TimeAgo at={row.createTime} older={row.createTime.slice(0, 10)} />
        <span className={styles.line}>{row.content}</span>
      </button>
    </li>
  )
}

export function Inbox() {
  const unread = useUnread()
  const [state, setState] = useState<'unread' | 'read'>()
  const [current, setCurrent] = useState(1)
  const [opened, setOpened] = useState<Row>()
  const params = state === undefined ? {} : { readState: ReadState[state] }
  const { data, error, refetch } = useCall(msg.paging, { current, size: PAGE, params }, { quiet: true, placeholderData: keepPreviousData })
  const read = useCommand(msg['detail-for-read'], { refresh: inboxCalls })
  const readAll = useCommand(msg['mark-all-read'], { done: t('操作成功！'), refresh: inboxCalls })
  const open = (row: Row) => {
    setOpened(row)
    if (row.readState === ReadState.unread) read.mutate({ id: row.id })
  }
  return (
    <div className={styles.inbox}>
      <div className={styles.head}>
        <States
          label={t('状态')}
          states={['unread', 'read'] as const}
          textOf={(one) => tLabel(readState[ReadState[one]])}
          value={state}
          onChange={(next) => {
            setState(next)
            setCurrent(1)
          }}
        />
        <button
          type="button"
          className={classes(buttonStyles.btn, styles.readAll)}
          disabled={unread === 0 || readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          {t('全部已读')}
        </button>
      </div>
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading shape="table" rows={5} columns={1} />}
      {data?.total === 0 && (
        <PageEmpty hint={state === 'read' ? t('读过的消息会留在这里。') : t('没有未读的消息，新的消息会出现在这里。')} />
      )}
      {data && data.total > 0 && (
        <ul className={styles.rows}>
          {data.records.map((row) => (
            <MsgRow key={row.id} row={row} onOpen={() => open(row)} />
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
      <PushSwitch />
      {opened && <MsgSheet row={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
