// Back office: hand-ins of assignments, those that wait first in mind.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { handState, HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Body, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownloadOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, download } from '../../../../kernel/call/api.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import type { ListHandle } from '../../../../kernel/list/list-types.ts'
import { notify } from '../../../../kernel/notify.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { CourseName } from '../../catalog/CourseName.tsx'
import { CourseFilter, DepartFilter } from '../../catalog/list-filters.tsx'

type Row = RowOf<typeof courseWork.paging>
const MARK = '/admin/course/work/mark'
const colours: Record<HandState, string> = {
  [HandState.draft]: 'default',
  [HandState.handed]: 'processing',
  [HandState.returned]: 'warning',
  [HandState.marked]: 'success',
}

/** The address of the desk, with the choice that it goes through. */
const deskOf = (id: string, { courseId, fileId }: { courseId?: unknown; fileId?: unknown }) => {
  const query = new URLSearchParams()
  if (typeof courseId === 'string' && courseId !== '') query.set('courseId', courseId)
  if (typeof fileId === 'string' && fileId !== '') query.set('fileId', fileId)
  return `${MARK}/${id}${query.size > 0 ? `?${query}` : ''}`
}

export default function WorkListPage() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const begin = async ({ params }: ListHandle<Row>) => {
    const { courseId, fileId } = params as Body<typeof courseWork.next>
    const found = await call(courseWork.next, { ...(courseId ? { courseId } : {}), ...(fileId ? { fileId } : {}) })
    if (found) void navigate(deskOf(found.id, params))
    else notify.info(t('没有待您批改的作业'))
  }
  const save = async ({ params }: ListHandle<Row>) => {
    setBusy(true)
    await download(courseWork.export, params as Body<typeof courseWork.export>).catch(() => undefined)
    setBusy(false)
  }
  return (
    <ListPage
      of={courseWork.paging}
      search={[
        { name: 'courseId', title: '课程', control: <CourseFilter /> },
        'title',
        'state',
        'realName',
        { name: 'deptCode', title: '部门', control: <DepartFilter /> },
        'late',
      ]}
      columns={[
        { name: 'title', width: 220, render: (row) => <Link to={deskOf(row.id, {})}>{row.title}</Link> },
        { name: 'courseTitle', width: 180, render: CourseName },
        { name: 'realName', width: 100, render: (row) => row.realName || t('匿名') },
        { name: 'deptName', width: 130, ellipsis: true },
        { name: 'tryNo', width: 80, align: 'right' },
        { name: 'state', width: 110, render: (row) => <Tag color={colours[row.state]}>{tLabel(handState[row.state])}</Tag> },
        { name: 'handTime', width: 172, sortable: true },
        { name: 'lateDays', width: 96, align: 'right', sortable: true, render: (row) => (row.lateDays > 0 ? row.lateDays : '—') },
        {
          name: 'finalScore',
          width: 110,
          align: 'right',
          sortable: true,
          render: (row) => (row.finalScore === null ? '—' : `${row.finalScore} / ${row.maxScore}`),
        },
        { name: 'passed', width: 90, render: (row) => (row.passed === null ? '—' : row.passed ? t('通过') : t('未通过')) },
      ]}
      toolbar={(list) => (
        <>
          <Button type="primary" icon={<EditOutlined />} onClick={() => void begin(list)}>
            {t('开始批改')}
          </Button>
          <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save(list)}>
            {t('导出')}
          </Button>
        </>
      )}
      actionsWidth={90}
      actions={(row) => <Link to={deskOf(row.id, {})}>{row.mayMark && row.state === HandState.handed ? t('批改') : t('查看')}</Link>}
      empty={{ hint: t('学员在课程里提交的作业会出现在这里') }}
    />
  )
}
