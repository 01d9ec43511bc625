// Back office: the messages to other systems, what became of them, and sending them again.
import { delivery, deliveryEvent, deliveryState, hook } from '@shuyuan/contract/integrate/hook.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Descriptions, Drawer, Select } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { CappedNote } from '../../../kernel/list/CappedNote.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import styles from '../integrate.module.css'

type Row = RowOf<typeof delivery.paging>
const tones = { waiting: 'warn', done: 'good', failed: 'bad' } as const
const eventText = (event: string) =>
  Object.hasOwn(deliveryEvent, event) ? tLabel(deliveryEvent[event as keyof typeof deliveryEvent]) : event

type HookSelectProps = { value?: string; onChange?: (id: string | undefined) => void }

function HookSelect({ value, onChange }: HookSelectProps) {
  const { data } = useCall(hook.paging, { size: 100 })
  return (
    <Select
      allowClear
      aria-label={t('推送目标')}
      placeholder={t('推送目标')}
      value={value}
      options={(data?.records ?? []).map((one) => ({ value: one.id, label: one.title }))}
      onChange={(next: string | undefined) => onChange?.(next)}
      style={{ width: '100%', minWidth: 140 }}
    />
  )
}

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Detail({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  return (
    <Drawer open={row !== undefined} onClose={onClose} title={row && eventText(row.event)} size="min(720px, 100%)">
      {row && (
        <>
          <Descriptions
            size="small"
            column={1}
            items={[
              { key: 'hook', label: t('推送目标'), children: row.hookTitle || '—' },
              ...(row.address === '' ? [] : [{ key: 'address', label: t('成绩列地址'), children: row.address }]),
              { key: 'event', label: t('事件编号'), children: <code>{row.eventId}</code> },
              { key: 'status', label: t('HTTP 状态'), children: row.httpStatus ?? '—' },
              { key: 'error', label: t('失败原因'), children: row.error || '—' },
              { key: 'next', label: t('下次推送'), children: row.nextTime ?? '—' },
            ]}
          />
          {/* a scrollable region must be reachable by keyboard */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.body} tabIndex={0}>
            {pretty(row.body)}
          </pre>
        </>
      )}
    </Drawer>
  )
}

export default function DeliveryListPage() {
  const [opened, setOpened] = useState<Row>()
  const again = useCommand(delivery.replay, { done: t('已重新提交'), refresh: [delivery.paging] })
  return (
    <>
      <ListPage
        of={delivery.paging}
        search={[{ name: 'hookId', control: <HookSelect /> }, 'event', 'state', { name: 'from', until: 'to' }]}
        columns={[
          { name: 'createTime', seconds: true, width: 172, sortable: true },
          { name: 'hookTitle', width: 150, ellipsis: true },
          { name: 'event', width: 150, render: (row) => eventText(row.event) },
          { name: 'state', width: 110, render: (row) => <Tag tone={tones[row.state]}>{tLabel(deliveryState[row.state])}</Tag> },
          { name: 'attempts', width: 90, align: 'right' },
          { name: 'httpStatus', width: 100, align: 'right', render: (row) => row.httpStatus ?? '—' },
          { name: 'ms', width: 110, align: 'right', render: (row) => row.ms ?? '—' },
          { name: 'error', width: 220, ellipsis: true },
          { name: 'nextTime', width: 172, render: (row) => row.nextTime?.slice(0, 16) ?? '—' },
        ]}
        toolbar={(list) => <CappedNote total={list.total} />}
        actionsWidth={80}
        actions={(row) => (
          <Button type="link" size="small" onClick={() => setOpened(row)}>
            {t('详情')}
          </Button>
        )}
        batch={[{ label: '重新推送', permit: 'integrate:hook:update', onRun: (ids) => again.mutateAsync({ ids }) }]}
        empty={{ hint: t('每个事件给每个推送目标一条记录，保留 30 天') }}
      />
      <Detail row={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
