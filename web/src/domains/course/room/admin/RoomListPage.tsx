// Back office: lessons in a room with their numbers.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { RoomDialog } from '../edit/RoomDialog.tsx'
import { spanText } from '../span-text.ts'

export default function RoomListPage() {
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Can permit="course:file:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('新建线下培训')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={courseRoom.paging}
        search={['title', 'place', 'phase']}
        columns={[
          { name: 'title', width: 220, sortable: true, render: (row) => <Link to={`/admin/course/room/view/${row.id}`}>{row.title}</Link> },
          { name: 'startTime', title: '时间', width: 210, sortable: true, render: (row) => spanText(row.startTime, row.endTime) },
          { name: 'place', width: 160, sortable: true, ellipsis: true },
          { name: 'teachers', width: 140, ellipsis: true },
          {
            name: 'taken',
            width: 110,
            align: 'right',
            render: (row) => (row.seats === null ? row.taken : `${row.taken} / ${row.seats}`),
          },
          { name: 'waiting', width: 80, align: 'right' },
          { name: 'present', width: 80, align: 'right' },
        ]}
        actionsWidth={90}
        actions={(row) => <Link to={`/admin/course/room/view/${row.id}`}>{row.mayLead ? t('签到和名单') : t('查看')}</Link>}
        empty={{ hint: t('在课程或课件管理里新建线下培训，名单和签到会出现在这里'), action: add }}
        toolbar={add}
      />
      {isAdding && <RoomDialog onClose={() => setAdding(false)} onSaved={(id) => void navigate(`/admin/course/room/view/${id}`)} />}
    </>
  )
}
