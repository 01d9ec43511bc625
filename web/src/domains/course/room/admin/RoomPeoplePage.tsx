// Back office: one lesson in a room with its people: the code for the screen, attendance by hand, print and export.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState, seatState } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { DownloadOutlined, EditOutlined, PrinterOutlined, QrcodeOutlined, UserAddOutlined } from '@ant-design/icons'
import { Button, Flex, Radio, Typography } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '../../../../kernel/access/permission.ts'
import { download } from '../../../../kernel/call/api.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Figures } from '../../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { DepartFilter } from '../../catalog/list-filters.tsx'
import { AddPeople } from '../desk/AddPeople.tsx'
import { CodeScreen } from '../desk/CodeScreen.tsx'
import { PrintSheet } from '../desk/PrintSheet.tsx'
import { useSetPeople } from '../desk/useSetPeople.ts'
import { RoomDialog } from '../edit/RoomDialog.tsx'
import { SeatTag } from '../SeatTag.tsx'
import { spanText } from '../span-text.ts'

type Row = RowOf<typeof courseRoom.list>
type Summary = Data<typeof courseRoom.summary>
type Open = 'code' | 'add' | 'edit' | 'print'
const recorded = [SeatState.present, SeatState.late, SeatState.absent] as const

export default function RoomPeoplePage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(courseRoom.summary, { id }, { quiet: true })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  return <People key={id} room={data} />
}

function People({ room }: { room: Summary }) {
  const { id, mayLead } = room
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Flex vertical gap={16}>
      <Head room={room} onOpen={setOpen} />
      <Figures
        label={t('人数')}
        items={[
          {
            label: tLabel('已报名'),
            value: room.taken,
            hint: room.seats === null ? t('座位不限') : t('共 {{n}} 个座位', { n: room.seats }),
          },
          { label: tLabel('候补'), value: room.waiting },
          { label: tLabel('已到'), value: room.present, hint: room.late > 0 ? t('其中迟到 {{n}} 人', { n: room.late }) : undefined },
          { label: tLabel('缺席'), value: room.absent },
        ]}
      />
      <List room={room} onOpen={setOpen} />
      {open === 'code' && <CodeScreen id={id} onClose={close} />}
      {open === 'add' && mayLead && <AddPeople id={id} courses={room.courses} onClose={close} />}
      {open === 'edit' && <RoomDialog id={id} onClose={close} onSaved={() => undefined} />}
      {open === 'print' && <PrintSheet {...room} onDone={close} />}
    </Flex>
  )
}

function Head({ room, onOpen }: { room: Summary; onOpen: (what: Open) => void }) {
  return (
    <Flex wrap gap="middle" justify="space-between" align="center">
      <Typography.Text type="secondary">
        {[spanText(room.startTime, room.endTime), room.place, room.teachers].filter((one) => one !== '').join(' · ')}
      </Typography.Text>
      <Flex wrap gap="small">
        {can(['course:file:update']) && (
          <Button icon={<EditOutlined />} onClick={() => onOpen('edit')}>
            {t('编辑')}
          </Button>
        )}
        {room.mayLead && (
          <Button type="primary" icon={<QrcodeOutlined />} onClick={() => onOpen('code')}>
            {t('展示签到码')}
          </Button>
        )}
      </Flex>
    </Flex>
  )
}

function List({ room, onOpen }: { room: Summary; onOpen: (what: Open) => void }) {
  const { id, mayLead } = room
  const set = useSetPeople(id)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(courseRoom.export, { fileId: id }).catch(() => undefined)
    setBusy(false)
  }
  const mark = (row: Row, state: SeatState) =>
    void set([row.userId], state, t('{{name}}：{{state}}', { name: row.realName, state: tLabel(seatState[state]) }))
  const all = (state: SeatState) => (ids: string[], rows: Row[]) =>
    set(
      rows.map((row) => row.userId),
      state,
      t('{{n}} 人：{{state}}', { n: ids.length, state: tLabel(seatState[state]) }),
    )
  return (
    <ListPage
      of={courseRoom.list}
      fixedParams={{ fileId: id }}
      search={['realName', { name: 'deptCode', title: '部门', control: <DepartFilter /> }, 'state']}
      columns={[
        { name: 'realName', width: 110, sortable: true },
        { name: 'userName', width: 120 },
        { name: 'deptName', width: 140, sortable: true, ellipsis: true },
        {
          name: 'state',
          width: 210,
          keep: true,
          render: (row) => (mayLead ? <Attendance row={row} onMark={mark} /> : <SeatTag state={row.state} />),
        },
        { name: 'inTime', width: 150, sortable: true, render: (row) => row.inTime?.slice(0, 16) ?? '—' },
        ...(room.signOut ? [{ name: 'outTime', width: 150, render: (row: Row) => row.outTime?.slice(0, 16) ?? '—' } as const] : []),
        { name: 'markBy_dictText', width: 100 },
        { name: 'queueTime', width: 150, sortable: true, hidden: true, render: (row) => row.queueTime.slice(0, 16) },
        { name: 'courseTitle', width: 160, hidden: true, ellipsis: true },
      ]}
      toolbar={
        <>
          {mayLead && (
            <Button
              icon={<UserAddOutlined />}
              disabled={room.courses.length === 0}
              title={room.courses.length === 0 ? t('先把这次培训放进课程') : ''}
              onClick={() => onOpen('add')}
            >
              {t('添加学员')}
            </Button>
          )}
          <Button icon={<PrinterOutlined />} onClick={() => onOpen('print')}>
            {t('打印签到表')}
          </Button>
          <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
            {t('导出')}
          </Button>
        </>
      }
      {...(mayLead
        ? {
            batch: [
              { label: '记为已到', permit: 'course:room', onRun: all(SeatState.present) },
              { label: '记为缺席', permit: 'course:room', onRun: all(SeatState.absent) },
              {
                label: '移出名单',
                permit: 'course:room',
                danger: true,
                confirm: '移出的学员会收到消息，名额让给候补的学员，确定要移出吗？',
                onRun: all(SeatState.cancelled),
              },
            ],
          }
        : {})}
      empty={{ hint: t('学员报名或由老师添加后，名单会出现在这里') }}
    />
  )
}

/** One choice for people with a seat; the arrow keys move it. */
function Attendance({ row, onMark }: { row: Row; onMark: (row: Row, state: SeatState) => void }) {
  if (row.state === SeatState.cancelled || row.state === SeatState.waiting) return <SeatTag state={row.state} />
  return (
    <Radio.Group
      size="small"
      optionType="button"
      aria-label={t('{{name}}的出勤', { name: row.realName })}
      value={row.state}
      options={recorded.map((state) => ({ value: state, label: tLabel(seatState[state]) }))}
      onChange={(event) => onMark(row, event.target.value as SeatState)}
    />
  )
}
