// Back office: learning paths with their people and how many have finished.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { path, PathState, pathState } from '@shuyuan/contract/path/path.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu } from '../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PathPublishDialog } from '../PathPublishDialog.tsx'

type Row = RowOf<typeof path.paging>
const list = '/admin/course/path'
const stateColour = { [PathState.draft]: 'default', [PathState.open]: 'success', [PathState.closed]: 'warning' } as const

export default function PathListPage() {
  const navigate = useNavigate()
  const [published, setPublished] = useState<Row>()
  const remove = useBinRemove('path', path.delete, [path.paging])
  const setState = useCommand(path.state, { done: t('状态修改成功!'), inTurn: 'path.state', refresh: [path.paging] })
  const add = (
    <Can permit="path:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(`${list}/add`)}>
        {tLabel('新建培养方案')}
      </Button>
    </Can>
  )
  const menuOf = (row: Row) => [
    ...(can(['path:update']) && row.state === PathState.open
      ? [{ key: 'stop', label: t('停止方案'), onClick: () => setState.mutate({ ids: [row.id], state: PathState.closed }) }]
      : []),
    ...(can(['path:update']) && row.state === PathState.closed
      ? [{ key: 'open', label: t('继续方案'), onClick: () => setState.mutate({ ids: [row.id], state: PathState.open }) }]
      : []),
    ...(can(['path:add']) ? [{ key: 'copy', label: t('复制'), onClick: () => void navigate(`${list}/add?from=${row.id}`) }] : []),
    ...(can(['path:delete']) ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void remove(row.id, named(row)) }] : []),
  ]
  return (
    <>
      <ListPage
        of={path.paging}
        search={['title', 'state']}
        columns={[
          {
            name: 'title',
            width: 280,
            sortable: true,
            render: (row) => <Name row={row} />,
          },
          { name: 'state', width: 96, render: (row) => <Tag color={stateColour[row.state]}>{tLabel(pathState[row.state])}</Tag> },
          { name: 'stages', width: 90 },
          { name: 'items', width: 90 },
          { name: 'people', width: 90 },
          { name: 'finished', width: 100 },
          { name: 'createBy_dictText', width: 110 },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={190}
        actions={(row) => (
          <>
            {row.state === PathState.draft && can(['path:update']) && (
              <Button type="link" size="small" onClick={() => setPublished(row)}>
                {t('发布')}
              </Button>
            )}
            {row.state !== PathState.draft && can(['path:stat']) && <Link to={`${list}/stat/${row.id}`}>{t('统计')}</Link>}
            {can(['path:update']) && <Link to={`${list}/update/${row.id}`}>{t('编辑')}</Link>}
            <MoreMenu title={row.title} items={menuOf(row)} />
          </>
        )}
        batch={[{ label: '删除', permit: 'path:delete', danger: true, onRun: (ids, rows) => remove(ids, rows.map(named)) }]}
        empty={{ hint: t('把课程、考试、练习和问卷排成几个阶段，按岗位或部门安排给学员'), action: add }}
      />
      {published && <PathPublishDialog target={published} onClose={() => setPublished(undefined)} />}
    </>
  )
}

/** A draft has no figures yet: its name opens the editor. */
function Name({ row: { id, state, title } }: { row: Row }) {
  if (state === PathState.draft && can(['path:update'])) return <Link to={`${list}/update/${id}`}>{title}</Link>
  return can(['path:stat']) ? <Link to={`${list}/stat/${id}`}>{title}</Link> : <span>{title}</span>
}

const named = (row: Row) => ({ name: row.title, effect: row.people > 0 ? t('{{n}} 人的进度', { n: row.people }) : undefined })
