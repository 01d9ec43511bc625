// Back office: what was deleted in the last 30 days, to be restored or removed for good.
import { bin, BIN_KEEP_DAYS, binKind, binTag } from '@shuyuan/contract/operation/bin.ts'
import { Button, Tag } from 'antd'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

const restorers = Object.values(binTag)

export default function BinPage() {
  const restore = useCommand(bin.restore, { done: t('已恢复'), refresh: [bin.paging] })
  const remove = useRemove(bin.delete, [bin.paging], { ask: '彻底删除后不能恢复，确实要删除吗？' })
  return (
    <ListPage
      of={bin.paging}
      search={['title', 'kind']}
      columns={[
        { name: 'title', width: 320, sortable: true, ellipsis: true },
        { name: 'kind', width: 110, render: (row) => <Tag>{tLabel(binKind[row.kind])}</Tag> },
        { name: 'realName', width: 120 },
        { name: 'createTime', width: 180, sortable: true },
        { name: 'endTime', width: 180 },
      ]}
      actionsWidth={150}
      actions={(row) => (
        <>
          <Button type="link" size="small" onClick={() => restore.mutate({ ids: [row.id] })}>
            {t('恢复数据')}
          </Button>
          <Can permit="sys:bin:delete">
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
              {t('彻底删除')}
            </Button>
          </Can>
        </>
      )}
      batch={[
        { label: '恢复数据', permit: restorers, onRun: (ids) => restore.mutateAsync({ ids }) },
        {
          label: '彻底删除',
          permit: 'sys:bin:delete',
          danger: true,
          onRun: (ids, rows) =>
            remove(
              ids,
              rows.map((row) => ({ name: row.title })),
            ),
        },
      ]}
      empty={{ hint: t('删除的题库、试题、试卷模板、考试、课程、课件和移出课程的课件在这里保留 {{days}} 天', { days: BIN_KEEP_DAYS }) }}
    />
  )
}
