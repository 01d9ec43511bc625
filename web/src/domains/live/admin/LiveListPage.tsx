// Back office: live rooms with their course, state and replay.
import { PlusOutlined } from '@ant-design/icons'
import { livePhase, replayState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { WindowCell } from '../../../kernel/list/cells.tsx'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { phaseColours } from '../live-labels.ts'
import { ReplayButton } from '../ReplayButton.tsx'

export default function LiveListPage() {
  const navigate = useNavigate()
  const remove = useRemove(liveRoom.delete, [liveRoom.paging])
  const add = (
    <Can permit="live:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/course/live/add')}>
        {t('新建直播')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      of={liveRoom.paging}
      search={['title', 'phase']}
      columns={[
        {
          name: 'title',
          width: 200,
          sortable: true,
          render: (row) => <Link to={`/admin/course/live/room/${row.id}`}>{row.title}</Link>,
        },
        { name: 'phase', width: 92, render: (row) => <Tag color={phaseColours[row.phase]}>{tLabel(livePhase[row.phase])}</Tag> },
        { name: 'startTime', title: '直播时间', width: 148, sortable: true, render: WindowCell },
        { name: 'courseId', title: '课程', width: 160, render: (row) => row.courseId_dictText },
        { name: 'teacherId', title: '主讲人', width: 96, render: (row) => row.teacherId_dictText },
        { name: 'provider', width: 180, hidden: true },
        { name: 'people', width: 92 },
        { name: 'viewersMax', width: 120, hidden: true },
        {
          name: 'replayState',
          width: 100,
          render: (row) => tLabel(replayState[row.phase === 'replay' ? ReplayState.ready : row.replayState]),
        },
        { name: 'beganAt', width: 180, hidden: true },
        { name: 'endedAt', width: 180, hidden: true },
        { name: 'createTime', width: 180, sortable: true, hidden: true },
      ]}
      toolbar={add}
      actionsWidth={224}
      actions={(row) => (
        <>
          <Link to={`/admin/course/live/room/${row.id}`}>{t('进入直播间')}</Link>
          <Link to={`/admin/course/live/attendance/${row.id}`}>{t('名单')}</Link>
          <Can permit="live:update">
            <Link to={`/admin/course/live/update/${row.id}`}>{t('编辑')}</Link>
            {row.provider === 'aliyun' && row.phase === 'ended' && <ReplayButton id={row.id} />}
          </Can>
          <Can permit="live:delete">
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
              {t('删除')}
            </Button>
          </Can>
        </>
      )}
      batch={[
        {
          label: '删除',
          permit: 'live:delete',
          danger: true,
          onRun: (ids, rows) =>
            remove(
              ids,
              rows.map((row) => ({ name: row.title })),
            ),
        },
      ]}
      empty={{ hint: t('在课程里开一场直播，结束后自动成为可回看的课件'), action: add }}
    />
  )
}
