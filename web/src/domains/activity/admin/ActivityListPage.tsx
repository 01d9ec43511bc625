// Back office: activities with their window, state and players.
import { PlusOutlined } from '@ant-design/icons'
import { activity, activityPhase, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { phaseColour, StateSwitch, WindowCell } from '../../../kernel/list/cells.tsx'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

export default function ActivityListPage() {
  const navigate = useNavigate()
  const remove = useRemove(activity.delete, [activity.paging])
  const setState = useCommand(activity.state, { done: t('状态修改成功!'), inTurn: 'activity.state', refresh: [activity.paging] })
  const add = (
    <Can permit="activity:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/exam/activity/add')}>
        {t('新建活动')}
      </Button>
    </Can>
  )
  const both = (to: ActivityState) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <ListPage
      of={activity.paging}
      search={['title', 'phase', 'state']}
      columns={[
        {
          name: 'title',
          width: 260,
          sortable: true,
          render: (row) => <Link to={`/admin/exam/activity/rank/${row.id}`}>{row.title}</Link>,
        },
        { name: 'phase', width: 90, render: (row) => <Tag color={phaseColour[row.phase]}>{tLabel(activityPhase[row.phase])}</Tag> },
        {
          name: 'state',
          width: 96,
          render: (row) => (
            <StateSwitch
              title={row.title}
              enabled={row.state === ActivityState.enabled}
              permit="activity:update"
              loading={setState.isPending && setState.variables?.ids[0] === row.id}
              onChange={(to) => setState.mutate({ ids: [row.id], state: to })}
            />
          ),
        },
        { name: 'startTime', title: '活动时间', width: 148, sortable: true, render: WindowCell },
        { name: 'repoId', title: '题库', width: 180, render: (row) => row.repoId_dictText },
        { name: 'players', width: 100, sortable: true },
        { name: 'settled', width: 96 },
        { name: 'createTime', width: 180, sortable: true, hidden: true },
      ]}
      toolbar={add}
      actionsWidth={180}
      actions={(row) => (
        <>
          <Link to={`/admin/exam/activity/rank/${row.id}`}>{t('成绩')}</Link>
          <Can permit="activity:update">
            <Link to={`/admin/exam/activity/update/${row.id}`}>{t('编辑')}</Link>
          </Can>
          <Can permit="activity:delete">
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
              {t('删除')}
            </Button>
          </Can>
        </>
      )}
      batch={[
        { label: '启用', permit: 'activity:update', onRun: both(ActivityState.enabled) },
        { label: '停用', permit: 'activity:update', onRun: both(ActivityState.disabled) },
        {
          label: '删除',
          permit: 'activity:delete',
          danger: true,
          onRun: (ids, rows) =>
            remove(
              ids,
              rows.map((row) => ({ name: row.title })),
            ),
        },
      ]}
      empty={{ hint: t('限时答题，实时排行，结束时给前几名发放积分和证书'), action: add }}
    />
  )
}
